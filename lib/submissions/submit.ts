import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { endDrafts } from '@/lib/drafts/drafts';
import type { Transfer } from '@/lib/drafts/transfer';
import { compareFormModels, describeChanges } from '@/lib/forms/compare';
import type { LeadSchema } from '@/lib/forms/field';
import type { FieldOverrides } from '@/lib/forms/field-overrides';
import { readInputValues } from '@/lib/forms/form-data';
import { buildFormModel, type FormModel, sameKeys } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { migrateValues } from '@/lib/forms/migrate-values';
import { validate } from '@/lib/forms/rules';
import type { LeadFormState } from '@/lib/forms/state';
import type { Translate } from '@/lib/forms/texts';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchemaVersion, getFreshSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { isErased } from './erased';
import { type Stored, storeSubmission } from './store';
import { type Earlier, findRepeated, listOfForm, type PostedIds, readPostedIds } from './submission-identity';

/** Everything that decides about a submit besides the form itself. */
export type SubmitInput = {
  data: FormData;
  service: ServiceClient;
  t: Translate;
  locale: string;
  timeZone: string;
  now: Date;
  /** The message instead of storing if this person exceeds the rate limit. The typed values stay. */
  rateLimitMessage?: string;
};

/**
 * Stored permanently under this id; or what the form must show, and the `model` whose fields its errors are about.
 * `before`: the form's id already names other answers; nothing was written, and `values` are the typed ones.
 * `access-changed`: since the request began the viewer was disabled or acts for another agent; nothing was written, and
 * the post must be validated again.
 */
export type SubmitResult =
  | { ok: true; submissionId: string }
  | { ok: false; state: LeadFormState; model?: FormModel }
  | { ok: false; reason: 'access-changed' }
  | { ok: false; before: Extract<Stored, { earlier: Earlier }>; values: InputValues };

/**
 * Accepts a submitted form: validates it by the schema in force and writes submission and job in one
 * transaction. The same answers under the same id, from a second click, a retry or a duplicated page, are the
 * same submission; other answers under that id are neither dropped nor overwrite it.
 *
 * @throws {ServiceError} if this desk has never read a schema and cannot read one now
 */
export async function submitLead(db: Db, viewer: Viewer, task: SubmitInput): Promise<SubmitResult> {
  const result = await validateAndStore(db, viewer, task);
  return 'state' in result ? { ...result, state: rememberDraft(result.state, task) } : result;
}

/** The page may be rendered again: the form still belongs to the draft that it was posted with. */
function rememberDraft(state: LeadFormState, { data }: SubmitInput): LeadFormState {
  const [draftId, draftRevision] = [data.get('draftId'), data.get('draftRevision')];
  if (!('hidden' in state) || typeof draftId !== 'string' || typeof draftRevision !== 'string') return state;
  return { ...state, hidden: { ...state.hidden, draftId, draftRevision } };
}

async function validateAndStore(db: Db, viewer: Viewer, task: SubmitInput): Promise<SubmitResult> {
  const ids = readPostedIds(task.data);
  const overrides = await getFieldOverrides(db, task.locale);
  const repeated = await findRepeat(db, viewer, { ...task, overrides, ids });
  if (repeated) {
    await endDrafts(db, viewer, ids);
    return { ok: true, submissionId: repeated.id };
  }

  const { schema } = await getFreshSchema(db, task);
  const posted = await readPosted(db, { ...task, schema, overrides });
  if ('state' in posted) return { ok: false, state: posted.state };
  const { values } = posted;
  const erased = { ok: false, state: failed(values, task.t('erasedSince'), ids.formId) } as const;
  // Before anything is asked about the answers.
  if (await isErased(db, ids)) return erased;
  if (task.rateLimitMessage) return { ok: false, state: failed(values, task.rateLimitMessage, ids.formId) };
  if (posted.model.fields.length === 0)
    return { ok: false, state: failed(values, task.t('noFields'), ids.formId) };

  const validated = validate(posted.model, values, task);
  if (posted.unknown.length > 0 || !validated.ok) {
    const errors = validated.ok ? [] : validated.errors;
    const state = toInvalid({ ...posted, errors, submissionId: ids.formId });
    return { ok: false, state, model: posted.model };
  }
  const { answers } = validated;
  const { now } = task;
  const stored = await storeSubmission(db, viewer, { ...ids, schemaVersion: schema.version, answers, now });
  if (stored.kind === 'stored') return { ok: true, submissionId: stored.submissionId };
  if (stored.kind === 'access-changed') return { ok: false, reason: stored.kind };
  if (stored.kind === 'erased') return erased;
  if ('earlier' in stored) return { ok: false, before: stored, values };
  if (stored.kind === 'transferred')
    return { ok: false, state: askAboutTransfer(values, { ...task, submissionId: ids.formId, ...stored }) };
  // Must not reveal whose it is.
  return { ok: false, state: failed(values, task.t('submitOnceMore'), newId('submission')) };
}

/**
 * The submission that this post repeats, validated by the form as it was when that was stored: later changes of
 * the portal's form do not turn the same answers into others.
 */
async function findRepeat(
  db: Db,
  viewer: Viewer,
  task: SubmitInput & { overrides: FieldOverrides; ids: PostedIds },
): Promise<Earlier | undefined> {
  const earlier = await listOfForm(db, viewer, task.ids);
  for (const version of new Set(earlier.map(({ schemaVersion }) => schemaVersion))) {
    const schema = await findSchemaVersion(db, version);
    const posted = schema && (await readPosted(db, { ...task, schema }));
    if (!posted || 'state' in posted || posted.unknown.length > 0) continue;
    const validated = validate(posted.model, posted.values, task);
    const repeated = validated.ok && findRepeated(earlier, validated.answers);
    if (repeated) return repeated;
  }
  return undefined;
}

function failed(values: InputValues, message: string, submissionId: string): LeadFormState {
  return { status: 'failed', values, message, hidden: { submissionId } };
}

/** A colleague may submit it, too: the person decides whether these answers are a lead of their own. */
function askAboutTransfer(
  values: InputValues,
  {
    t,
    submissionId,
    transfer,
  }: Pick<SubmitInput, 't'> & { submissionId: string; transfer: Transfer | 'correction' },
): LeadFormState {
  const heading = t('draftTransferred', { transfer });
  const texts = { heading, intro: t('draftTransferredIntro'), name: '' };
  const earlier = { question: 'draft-transferred' as const, ...texts, newSubmissionId: newId('submission') };
  return { status: 'already-submitted', values, hidden: { submissionId }, earlier };
}

type Posted = { model: FormModel; values: InputValues; unknown: string[] };

/**
 * Reads the post by the version of the form it was rendered from, and converts it to the one in force; or returns the state
 * that shows the person what changed, before anything is sent.
 */
async function readPosted(
  db: Db,
  task: SubmitInput & { schema: LeadSchema; overrides: FieldOverrides },
): Promise<Posted | { state: LeadFormState }> {
  const version = String(task.data.get('version') ?? '');
  const isPosted = ({ key }: { key: string }) => task.data.has(key);
  if (version === task.schema.version) {
    const model = buildForm(task, isPosted);
    const { values, unknown } = readInputValues(model, task.data);
    return { model, values, unknown };
  }
  const former = await findSchemaVersion(db, version);
  // Keys of an unknown version do not identify fields. The page keeps what it shows.
  if (!former) return { state: { status: 'failed', values: {}, message: task.t('unrecognised') } };
  const before = buildForm({ ...task, schema: former }, isPosted);
  const seen = new Set(before.fields.map(({ id }) => id));
  const model = buildForm(task, ({ id }) => seen.has(id));
  const read = readInputValues(before, task.data);
  const migrated = migrateValues(before, read.values, model, { timeZone: task.timeZone, texts: task.t });
  const changes = describeChanges(compareFormModels(before, model), task);
  if (changes.length === 0 && sameKeys(before, model)) {
    return { model: migrated.model, values: migrated.input, unknown: read.unknown };
  }
  const hidden = { version: task.schema.version };
  const { lost, input: values } = migrated;
  return { state: { status: 'changed', model: migrated.model, values, changes, lost, hidden } };
}

function buildForm(
  { schema, overrides, t, locale }: SubmitInput & { schema: LeadSchema; overrides: FieldOverrides },
  isOnScreen: (field: { key: string; id: string }) => boolean,
): FormModel {
  return buildFormModel({ schema, overrides, isOnScreen, purpose: 'create', texts: t, locale });
}

function toInvalid({
  model,
  values,
  unknown,
  errors,
  submissionId,
}: Posted & { errors: { key: string; message: string }[]; submissionId: string }): LeadFormState {
  const ofForm = errors.filter((error) => error.key === '').map((error) => error.message);
  return {
    status: 'invalid',
    values,
    errors: errors.filter((error) => error.key !== '').map(({ key, message }) => ({ key, message })),
    formErrors: unknown.length > 0 ? [model.unrecognised] : ofForm,
    // A post that was never stored is still the same submission once it is corrected.
    hidden: { submissionId },
  };
}
