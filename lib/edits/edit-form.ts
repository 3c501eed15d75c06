import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { draftIds, findDraft, findLatestDraft, type StoredDraft } from '@/lib/drafts/drafts';
import { type RestoreInput, restoreStored } from '@/lib/drafts/restore';
import { noAnswers } from '@/lib/forms/answers';
import { answersOutsideForm } from '@/lib/forms/draft-fields';
import type { Answers, LeadSchema } from '@/lib/forms/field';
import { type FieldOverrides, NO_FIELD_OVERRIDES } from '@/lib/forms/field-overrides';
import { buildFormModel, type FormModel } from '@/lib/forms/form-model';
import { answersOfLead } from '@/lib/forms/from-lead';
import type { InputValues } from '@/lib/forms/input-values';
import { toInputValues } from '@/lib/forms/prefill';
import type { LostAnswer } from '@/lib/forms/state';
import type { Translate } from '@/lib/forms/texts';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { withFormer } from '@/lib/lead-schema/former';
import { toName } from '@/lib/leads/list';
import { listSavedEdits } from '@/lib/leads/pending-edits';
import { readRevision } from '@/lib/leads/revision';
import { withSavedEdits } from '@/lib/leads/saved-edit';
import { visibleOrDeletedTo } from '@/lib/leads/visible-to';

/** A lead's edit form as first rendered. `hidden` is posted back with the form. */
export type EditForm = {
  name: string;
  /** The portal has deleted the lead: nothing can be saved, and typed values can be copied. */
  isDeleted: boolean;
  model: FormModel;
  values: InputValues;
  /** The lead's own values, if a draft is filled in. */
  start?: InputValues;
  hidden: { version: string; basis: string; revision: string; draftId: string; draftRevision: string };
  /** What of the draft has no place in the form any more. */
  lost: LostAnswer[];
  /** Not filled in, because the lead has changed since: what it holds. */
  dropped: LostAnswer[];
  /** The draft that is continued. */
  draft?: StoredDraft;
  /** The draft that was asked for was saved, deleted, or is another person's. */
  isDraftGone: boolean;
  /** Another draft of this edit. */
  otherDraft?: StoredDraft;
};

/**
 * The key of a browser's draft of an unsaved edit: one for each lead, and each person who shares the browser.
 * Without a lead, with what all of this person's begin.
 */
export function editDraftKey(personId: string, leadId?: string): string {
  return leadId === undefined ? `edit:${personId}` : `edit:${personId}:${leadId}`;
}

/** Messages for an edit that cannot be saved; complete sentences. */
export type EditTexts = Record<
  'gone' | 'missing' | 'unreachable' | 'unconfirmed' | 'unrecorded' | 'refused' | 'outdated',
  string
>;

/**
 * The form with the updateable fields of a lead, prefilled from the mirror and later saved edits; undefined
 * if it is not the viewer's. Also for a deleted lead: a person may have it open, and must not lose what they
 * typed.
 */
export async function getEditForm(
  db: Db,
  viewer: Viewer,
  task: {
    id: string;
    /** The draft to continue. */
    draftId?: string;
    schema: LeadSchema;
    t: Translate;
    locale: string;
    timeZone: string;
  },
): Promise<EditForm | undefined> {
  // Read before the lead itself: a change in between then counts as made after the form was rendered.
  const revision = await readRevision(db, task.id);
  const [lead] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.id, task.id), visibleOrDeletedTo(viewer)));
  // An erased lead is edited in the portal: here nobody would see what they overwrite.
  if (!lead || lead.erasedAt) return undefined;
  const saved = await listSavedEdits(db, task.id);
  const basis = withSavedEdits(answersOfLead(task.schema, lead.record), saved);
  const schema = await withFormer(db, task.schema, Object.entries(basis));
  const { asked, draft, outdated, otherDraft } = await findDrafts(db, viewer, { ...task, revision });
  const typed = new Set(draft?.fields.map(([id]) => id));
  const model = buildEditForm({
    ...task,
    schema,
    basis,
    overrides: await getFieldOverrides(db, task.locale),
    isOnScreen: ({ id }) => typed.has(id),
  });
  const start = toInputValues(model, basis, task);
  const filled = draft && (await restoreStored(db, draft, { ...task, model, start }));
  return {
    name: lead.company || toName(lead),
    isDeleted: lead.deletedAt !== null,
    hidden: {
      version: task.schema.version,
      basis: writeBasis(model, basis),
      revision,
      ...draftIds(draft),
    },
    model,
    values: start,
    lost: [],
    ...(filled && { ...filled, start, draft }),
    dropped: outdated ? await readOutdated(db, outdated, { ...task, model, start }) : [],
    isDraftGone: task.draftId !== undefined && !asked,
    otherDraft,
  };
}

/** The viewer's draft of this edit: to be filled in, from older answers, or another one to be offered. */
async function findDrafts(
  db: Db,
  viewer: Viewer,
  { id: leadId, draftId, revision }: { id: string; draftId?: string; revision: string },
) {
  const asked = draftId ? await findDraft(db, viewer, { id: draftId, leadId }) : undefined;
  const latest = asked ?? (await findLatestDraft(db, viewer, { leadId }));
  if (latest && latest.basis !== revision) return { asked, outdated: latest };
  return asked ? { asked, draft: asked } : { asked, otherDraft: latest };
}

/** What a draft from older answers holds, as far as it differs from the lead now: to be read and copied. */
async function readOutdated(db: Db, draft: StoredDraft, task: RestoreInput): Promise<LostAnswer[]> {
  const { model, values, lost } = await restoreStored(db, draft, task);
  const labels = { yes: task.t('yes'), no: task.t('no') };
  return [...answersOutsideForm(model, { start: task.start, values, labels }), ...lost];
}

/** The edit form over the lead's values when it was rendered. */
export function buildEditForm({
  t,
  basis,
  ...model
}: {
  schema: LeadSchema;
  overrides: FieldOverrides;
  t: Translate;
  locale: string;
  basis: Answers;
  /** Keeps a field that an admin has hidden, because it is on the person's screen. */
  isOnScreen?: (field: { key: string; id: string }) => boolean;
}): FormModel {
  return buildFormModel({ ...model, purpose: 'edit', texts: t, current: basis });
}

/** An edit form without fields, for a page that has no lead to show to this viewer. */
export function emptyEditForm(task: { schema: LeadSchema; t: Translate; locale: string }): FormModel {
  return { ...buildEditForm({ ...task, overrides: NO_FIELD_OVERRIDES, basis: noAnswers() }), fields: [] };
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const basisSchema = z.array(z.tuple([z.string(), z.union([scalar, z.array(scalar)])]));

/**
 * Serialises what the lead held, for the form to post back: only the fields it shows. Pairs instead of an
 * object, because a fieldId may be `__proto__`.
 */
export function writeBasis(model: FormModel, answers: Answers): string {
  const shown = model.fields.filter(({ id }) => Object.hasOwn(answers, id));
  return JSON.stringify(shown.map(({ id }) => [id, answers[id]]));
}

/**
 * Parses the output of `writeBasis`; undefined if invalid. It comes from a browser: only compared, never
 * sent.
 */
export function readBasis(text: unknown): Answers | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const entries = basisSchema.parse(JSON.parse(text));
    const answers: Answers = Object.create(null);
    for (const [id, answer] of entries) answers[id] = answer;
    return answers;
  } catch {
    return undefined;
  }
}
