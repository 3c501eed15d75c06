import 'server-only';
import { and, eq } from 'drizzle-orm';
import { AccessChanged, hasSameAccess } from '@/lib/auth/same-access';
import type { Viewer } from '@/lib/auth/viewer';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { compareFormModels, describeChanges } from '@/lib/forms/compare';
import type { Answer, Answers, LeadSchema } from '@/lib/forms/field';
import { type Choice, readChoices, readInputValues } from '@/lib/forms/form-data';
import { type FormModel, sameKeys } from '@/lib/forms/form-model';
import { answersOfLead } from '@/lib/forms/from-lead';
import type { InputValues } from '@/lib/forms/input-values';
import { migrateValues } from '@/lib/forms/migrate-values';
import { inputOfAnswer } from '@/lib/forms/prefill';
import { type ValidationResult, validate } from '@/lib/forms/rules';
import type { LeadFormState } from '@/lib/forms/state';
import type { Translate } from '@/lib/forms/texts';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { withFormer } from '@/lib/lead-schema/former';
import { findSchemaVersion, getFreshSchema } from '@/lib/lead-schema/schema';
import { listSavedEdits } from '@/lib/leads/pending-edits';
import { changedByPerson, changedSince } from '@/lib/leads/revision';
import { withSavedEdits } from '@/lib/leads/saved-edit';
import { isSent, readSent, withSent } from '@/lib/leads/sent-answers';
import { visibleOrDeletedTo, visibleTo } from '@/lib/leads/visible-to';
import type { ServiceClient } from '@/lib/service/client';
import { resolveConflicts } from './edit-conflict';
import { buildEditForm, type EditTexts, readBasis } from './edit-form';
import { readForEdit } from './read-for-edit';
import { saveChanges } from './save-changes';

export type EditInput = {
  id: string;
  data: FormData;
  service: ServiceClient;
  t: Translate;
  texts: EditTexts;
  locale: string;
  timeZone: string;
  clock: () => Date;
  log: Log;
  /** The message instead of saving if this person exceeds the rate limit. The typed values stay. */
  rateLimitMessage?: string;
};

/**
 * Saved and read back; no such lead for this viewer; or what the form must show. `access-changed`: since the
 * request began the viewer was disabled or acts for another agent; nothing was sent, and the post must be
 * validated again.
 */
export type EditResult =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'access-changed' }
  | { ok: false; state: LeadFormState };

/**
 * Changes a lead in the service: sends only what the person changed, and only if a read right before shows
 * that the lead is still theirs and holds what they saw, and they still have access when the request is sent.
 * Otherwise nothing is sent, and they see both values and decide.
 *
 * The service has no conditional PATCH (interface 4): another client may still write between our read and our
 * PATCH. Only fields this person changed are sent, so nothing else can be lost even then.
 */
export async function editLead(db: Db, viewer: Viewer, task: EditInput): Promise<EditResult> {
  const result = await validateAndSave(db, viewer, task).catch(unlessAccessChanged);
  return 'state' in result ? { ok: false, state: rememberBasis(result.state, task.data) } : result;
}

function unlessAccessChanged(error: unknown): EditResult {
  if (error instanceof AccessChanged) return { ok: false, reason: 'access-changed' };
  throw error;
}

const REMEMBERED = [
  ...['version', 'basis', 'revision', 'acknowledged', 'sent', 'timeZone'],
  ...['draftId', 'draftRevision'],
];

/** The person's changes are always compared with the values they first saw, however often they post. */
function rememberBasis(state: LeadFormState, data: FormData): LeadFormState {
  if (state.status === 'idle') return state;
  const posted = REMEMBERED.flatMap((name) => {
    const value = data.get(name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { ...state, hidden: { ...Object.fromEntries(posted), ...state.hidden } };
}

async function validateAndSave(db: Db, viewer: Viewer, task: EditInput): Promise<EditResult> {
  if (!(await wasTheirs(db, viewer, task.id))) return { ok: false, reason: 'not-found' };
  const { schema } = await getFreshSchema(db, { service: task.service, now: task.clock() });
  const posted = await readPosted(db, { ...task, schema });
  if (posted.state) return { ok: false, state: posted.state };
  const { model, values, basis, formOver } = posted;
  if (task.rateLimitMessage)
    return { ok: false, state: { status: 'failed', values, message: task.rateLimitMessage } };
  const choices = readChoices(model, task.data);
  const validated = validateWithChoices(model, values, { ...task, choices });
  if (!validated.ok) {
    return { ok: false, state: { status: 'invalid', values, errors: validated.errors, formErrors: [] } };
  }
  const now = await readForEdit(db, viewer, { ...task, callClass: 'interactive' });
  // A person who lost the lead during the read must not see the result.
  if (!(await hasSameAccess(db, viewer))) return { ok: false, reason: 'access-changed' };
  if (now.kind === 'not-found') return { ok: false, reason: 'not-found' };
  if (now.kind !== 'lead') {
    return { ok: false, state: { status: 'failed', values, message: task.texts[now.kind] } };
  }
  const saved = await listSavedEdits(db, task.id);
  const portal = withSavedEdits(answersOfLead(schema, now.record), saved);
  const sent = readSent(task.data.get('sent'));
  const since = { leadId: task.id, revision: task.data.get('revision') };
  const hasChanged = await changedSince(db, since);
  const sides = { basis: withSent(basis, { sent, portal }), mine: validated.answers, portal };
  const resolved = resolveConflicts({
    ...task,
    ...sides,
    schema: await withFormer(db, schema, Object.values(sides).flatMap(Object.entries<Answer>)),
    model,
    values,
    posted: basis,
    formOver,
    hasChanged: (fieldId) => !isSent(sent, { fieldId, portal }) && hasChanged(fieldId),
    isOwnChange: await changedByPerson(db, { ...since, personId: viewer.personId, portal }),
    choices,
    acknowledged: readBasis(task.data.get('acknowledged')),
  });
  if ('state' in resolved) return { ok: false, state: resolved.state };
  const failure = await saveChanges(db, {
    ...task,
    personId: viewer.personId,
    isAllowed: () => hasSameAccess(db, viewer),
    schema,
    model,
    values,
    before: portal,
    record: now.record,
    serviceUpdatedAt: now.serviceUpdatedAt,
    after: resolved.answers,
    sent,
  });
  return failure ? { ok: false, state: failure } : { ok: true };
}

/**
 * As `validate`. A value the person discarded in favour of the other side need not be valid: it is left
 * unchanged.
 */
function validateWithChoices(
  model: FormModel,
  values: InputValues,
  { choices, timeZone }: { choices: ReadonlyMap<string, Choice>; timeZone: string },
): ValidationResult {
  const validated = validate(model, values, { timeZone });
  if (validated.ok) return validated;
  const errors = validated.errors.filter(({ key }) => choices.get(key) !== 'theirs');
  if (errors.length > 0) return { ok: false, errors };
  const options = { timeZone, locale: model.locale };
  const left = model.fields
    .filter(({ key }) => choices.get(key) === 'theirs')
    .map((field) => [field.key, inputOfAnswer(field, field.currentValue, options)]);
  return validate(model, { ...values, ...Object.fromEntries(left) }, { timeZone });
}

type Posted =
  | {
      model: FormModel;
      values: InputValues;
      basis: Answers;
      /** The same form over other answers of the lead. */
      formOver: (basis: Answers) => FormModel;
      state?: undefined;
    }
  | { state: LeadFormState };

/** Reads the post by the version of the form it was rendered from; a schema that changed since is shown first. */
async function readPosted(db: Db, task: EditInput & { schema: LeadSchema }): Promise<Posted> {
  const version = String(task.data.get('version') ?? '');
  const basis = readBasis(task.data.get('basis'));
  const former = version === task.schema.version ? task.schema : await findSchemaVersion(db, version);
  if (!former || !basis) return { state: { status: 'failed', values: {}, message: task.texts.outdated } };

  const overrides = await getFieldOverrides(db, task.locale);
  const isOnScreen = ({ key }: { key: string }) => task.data.has(key);
  const before = buildEditForm({ ...task, schema: former, overrides, basis, isOnScreen });
  const { values, unknown } = readInputValues(before, task.data);
  if (unknown.length > 0) {
    return { state: { status: 'invalid', values, errors: [], formErrors: [before.unrecognised] } };
  }
  const seen = new Set(before.fields.map(({ id }) => id));
  const formOver = (held: Answers) =>
    buildEditForm({ ...task, overrides, basis: held, isOnScreen: ({ id }) => seen.has(id) });
  if (former === task.schema) return { model: before, values, basis, formOver };
  const now = formOver(basis);
  const migrated = migrateValues(before, values, now, { timeZone: task.timeZone, texts: task.t });
  const { model, input, lost } = migrated;
  const changes = describeChanges(compareFormModels(before, now), task);
  if (changes.length === 0 && sameKeys(before, now)) return { model, values: input, basis, formOver };
  const hidden = { version: task.schema.version };
  return { state: { status: 'changed', model, values: input, changes, lost, hidden } };
}

/**
 * Rebuilds the posted form as it was on the sender's screen, using nothing of the lead except what they
 * posted. Undefined if it was not a form of this desk.
 */
export async function rebuildPostedForm(
  db: Db,
  { data, ...task }: { data: FormData; t: Translate; locale: string },
): Promise<FormModel | undefined> {
  const basis = readBasis(data.get('basis'));
  const schema = await findSchemaVersion(db, String(data.get('version') ?? ''));
  if (!basis || !schema) return undefined;
  const isOnScreen = ({ key }: { key: string }) => data.has(key);
  return buildEditForm({
    ...task,
    schema,
    overrides: await getFieldOverrides(db, task.locale),
    basis,
    isOnScreen,
  });
}

/** Whether the viewer may see this lead now, or that it is deleted. */
async function wasTheirs(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  return (await db.$count(leads, and(eq(leads.id, id), visibleOrDeletedTo(viewer)))) > 0;
}

/** Whether the viewer may see this lead now. */
export async function isTheirs(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  return (await db.$count(leads, and(eq(leads.id, id), visibleTo(viewer)))) > 0;
}
