import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { answerTo } from '@/lib/forms/answers';
import { buildFormModel, type FormField, type FormModel } from '@/lib/forms/form-model';
import { answersOfLead } from '@/lib/forms/from-lead';
import { type InputValues, isBlank } from '@/lib/forms/input-values';
import { toTemplateValues } from '@/lib/forms/template';
import type { Translate } from '@/lib/forms/texts';
import { pinnableFields } from '@/lib/forms/transferable';
import { findSchema, findSchemaVersion } from '@/lib/lead-schema/schema';
import { toName } from '@/lib/leads/list';
import { listSavedEdits } from '@/lib/leads/pending-edits';
import { withSavedEdits } from '@/lib/leads/saved-edit';
import { visibleOrDeletedTo } from '@/lib/leads/visible-to';
import { nameOf, shownState } from './pending';
import { findSubmission } from './queries';

/** The lead that a new one takes over answers from. */
export type Template = { leadId: string; name: string; values: InputValues };

type FormInput = { model: FormModel; timeZone: string };

/**
 * A lead as the template of a new one: its answers without its person, as far as the form has fields for them.
 * Undefined if it is not the viewer's, exactly as if it did not exist.
 */
export async function findTemplate(
  db: Db,
  viewer: Viewer,
  { leadId, model, timeZone }: FormInput & { leadId: string },
): Promise<Template | undefined> {
  const [lead] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.id, leadId), visibleOrDeletedTo(viewer)));
  const known = lead && (await findSchema(db));
  if (!known) return undefined;
  const answers = withSavedEdits(answersOfLead(known.schema, lead.record), await listSavedEdits(db, lead.id));
  return {
    leadId: lead.id,
    name: lead.company || toName(lead),
    values: toTemplateValues(model, answers, { timeZone }),
  };
}

/** The submission before this form, whose sender adds another lead. */
export type Before = {
  submissionId: string;
  name: string;
  state: ReturnType<typeof shownState>;
  /** The keys of the fields that are kept, in this form. */
  pins: string[];
  /** The labels of those that had an answer. */
  kept: string[];
  values: InputValues;
};

/**
 * A submission as the one before a new lead: what became of it, and its answers to the fields that are kept.
 * Undefined if it is not the viewer's, exactly as if it did not exist.
 *
 * @param pins keys of the form that it was submitted with
 */
export async function findBefore(
  db: Db,
  viewer: Viewer,
  { id, pins, model, ...task }: FormInput & { id: string; pins: readonly string[]; t: Translate },
): Promise<Before | undefined> {
  const row = await findSubmission(db, viewer, id);
  if (!row) return undefined;
  const only = await idsOf(db, { ...task, pins, version: row.schemaVersion, locale: model.locale });
  const values = toTemplateValues(model, row.answers, { timeZone: task.timeZone, only });
  const pinned = pinnableFields(model).filter((field) => only.has(field.id));
  const isAnswered = ({ id: fieldId, key }: FormField) =>
    answerTo(row.answers, fieldId) !== undefined && !isBlank(values[key]);
  return {
    submissionId: row.id,
    name: nameOf(row.answers) || row.id,
    // Never sent: the portal is searched for it first.
    state: row.state === 'confirming' && row.attempts === 0 ? 'queued' : shownState(row),
    pins: pinned.map(({ key }) => key),
    kept: pinned.filter(isAnswered).map(({ label }) => label),
    values,
  };
}

/** The fieldIds that these keys stand for in one version of the form. */
async function idsOf(
  db: Db,
  { pins, version, t, locale }: { pins: readonly string[]; version: string; t: Translate; locale: string },
): Promise<Set<string>> {
  const schema = pins.length > 0 ? await findSchemaVersion(db, version) : undefined;
  if (!schema) return new Set();
  const isOnScreen = () => true;
  const former = buildFormModel({ schema, purpose: 'create', texts: t, locale, isOnScreen });
  return new Set(former.fields.filter(({ key }) => pins.includes(key)).map(({ id }) => id));
}
