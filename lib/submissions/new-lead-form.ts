import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import type { Refusal } from '@/lib/db/schema/submissions';
import { draftIds, findDraft, findLatestDraft, type StoredDraft } from '@/lib/drafts/drafts';
import { restoreStored } from '@/lib/drafts/restore';
import { answerTo, noAnswers } from '@/lib/forms/answers';
import type { Answers, LeadSchema } from '@/lib/forms/field';
import { buildFormModel, type FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { placeOnForm } from '@/lib/forms/place-refusal';
import { toCorrectedValues, toInputValues } from '@/lib/forms/prefill';
import type { LeadFormState, LostAnswer } from '@/lib/forms/state';
import type { Translate } from '@/lib/forms/texts';
import { companyText, getCompanyField } from '@/lib/lead-schema/company-field';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { getSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { nameOf } from './pending';
import { findSubmission } from './queries';
import { type Before, findBefore, findTemplate, type Template } from './start-from';
import { type Earlier, findReplacement } from './submission-identity';

/** The form for a new lead, ready to be shown. */
export type NewLeadForm = {
  model: FormModel;
  values: InputValues;
  /** The controls' values before any input, if they differ: a draft or a template is filled in. */
  start?: InputValues;
  hidden: Record<string, string>;
  initialState?: LeadFormState;
  /** What of the draft has no place in the form any more. */
  lost: LostAnswer[];
  /** The draft that is continued. */
  draft?: StoredDraft;
  /** The draft that was asked for was submitted, deleted, or is another person's. */
  isDraftGone: boolean;
  /** Another draft of this correction. */
  otherDraft?: StoredDraft;
  /** The lead whose answers are filled in. */
  template?: Omit<Template, 'values'>;
  /** The company of the rejected lead that is corrected, or its person. */
  corrected?: string;
  /** What it was corrected to already. */
  replacement?: Earlier;
  /** The submission before this one, whose answers are kept as far as they were pinned. */
  before?: Omit<Before, 'values'>;
};

/**
 * The key of a browser's draft of an unsent lead: for each person who shares the browser, one of a new lead,
 * one of every refused submission that they began to correct, one of every lead that is their template, one
 * after every submission that they add another to, and one of every draft that they continue. All of a person's
 * keys begin with that of the new lead.
 */
export function newLeadDraftKey(
  personId: string,
  {
    replaces,
    draftId,
    after,
    template,
  }: Partial<Record<'replaces' | 'draftId' | 'after' | 'template', string>> = {},
): string {
  if (draftId) return `new:${personId}:draft=${draftId}`;
  if (after) return `new:${personId}:after=${after}`;
  if (template) return `new:${personId}:template=${template}`;
  return replaces ? `new:${personId}:from=${replaces}` : `new:${personId}`;
}

type FormInput = {
  /** The refused submission to correct. */
  from?: string;
  /** The draft to continue. */
  draftId?: string;
  /** The lead whose answers are filled in, without its person. */
  template?: string;
  /** The submission before this one, and the keys of the fields that are kept from it. */
  after?: string;
  pins?: readonly string[];
  service: ServiceClient;
  t: Translate;
  locale: string;
  timeZone: string;
  now: Date;
};

/**
 * Builds the form for a new lead from the schema in force. `from` names a refused submission to correct: its
 * answers are filled in, with the service's words beside them. `draftId` names a draft to continue, also of a
 * correction. `after` names the submission whose pinned answers are kept, `template` a lead to take over
 * answers from. If several are named, the first of this order counts: draft, `from`, `after`, `template`.
 *
 * The submission's id is created with the page, so that repeated submits remain one submission.
 *
 * @throws {ServiceError} if no schema was ever read and the service cannot be read now
 */
export async function getNewLeadForm(db: Db, viewer: Viewer, task: FormInput): Promise<NewLeadForm> {
  const { schema } = await getSchema(db, task);
  const overrides = await getFieldOverrides(db, task.locale);
  const draft = task.draftId ? await findDraft(db, viewer, { id: task.draftId }) : undefined;
  const from = draft?.replaces ?? task.from;
  const former = from ? await findSubmission(db, viewer, from) : undefined;
  const refused = former?.state === 'refused' ? former : undefined;
  // Answered fields are shown for correction, even if an admin has hidden the field since.
  const shown = new Set([...Object.keys(refused?.answers ?? {}), ...(draft?.fields.map(([id]) => id) ?? [])]);
  const isOnScreen = ({ id }: { id: string }) => shown.has(id);
  const model = buildFormModel({
    schema,
    overrides,
    isOnScreen,
    purpose: 'create',
    texts: task.t,
    locale: task.locale,
  });
  const hidden = { submissionId: newId('submission'), version: model.version, ...draftIds(draft) };
  const start = refused
    ? toCorrectedValues(model, refused.answers, task)
    : toInputValues(model, noAnswers(), task);
  const filled = draft && (await restoreStored(db, draft, { ...task, model, start }));
  const form = {
    model,
    values: start,
    hidden,
    lost: [],
    isDraftGone: task.draftId !== undefined && !draft,
    ...(filled && { ...filled, start, draft }),
  };
  if (!refused) return draft ? form : await startFrom(db, viewer, { ...task, form });
  const replacement = refused.replacedBy ? await findReplacement(db, viewer, refused.id) : undefined;
  const { errors, formErrors } = errorsOf(refused.refusal, { schema, model, t: task.t });
  const again = model.fields
    .filter(({ id, consent }) => consent && answerTo(refused.answers, id) !== undefined)
    .map(({ key }) => ({ key, message: task.t('consentAgain') }));
  return {
    ...form,
    hidden: { ...hidden, replaces: refused.id },
    corrected: await nameOfCorrected(db, refused),
    replacement,
    initialState: replacement
      ? undefined
      : { status: 'invalid', values: form.values, errors: [...errors, ...again], formErrors },
    otherDraft: draft ? undefined : await findLatestDraft(db, viewer, { replaces: refused.id }),
  };
}

async function nameOfCorrected(db: Db, { id, answers }: { id: string; answers: Answers }): Promise<string> {
  const company = await getCompanyField(db);
  return (company && companyText(company, answerTo(answers, company.id))) || nameOf(answers) || id;
}

/** Answers of another lead are input: a draft holds them, and nothing is lost if that lead is gone later. */
async function startFrom(
  db: Db,
  viewer: Viewer,
  { form, after, template: leadId, pins = [], ...task }: FormInput & { form: NewLeadForm },
): Promise<NewLeadForm> {
  const { model, values: start } = form;
  const found = after ? await findBefore(db, viewer, { ...task, id: after, pins, model }) : undefined;
  if (found) {
    const { values, ...before } = found;
    return { ...form, values, start, before };
  }
  const from = leadId ? await findTemplate(db, viewer, { ...task, leadId, model }) : undefined;
  if (!from) return form;
  const { values, ...template } = from;
  return { ...form, values, start, template };
}

function errorsOf(
  refusal: Refusal | null,
  { schema, model, t }: { schema: LeadSchema; model: FormModel; t: Translate },
) {
  // An admin's words are about the lead, whatever they begin with.
  if (refusal?.byAdmin && refusal.message)
    return { errors: [], formErrors: [t('adminSaid', { words: refusal.message })] };
  const words = Object.values(refusal?.fieldErrors ?? {}).join(' · ') || refusal?.message;
  if (!refusal || !words) return { errors: [], formErrors: [t('refusedWithoutReason')] };
  const { errors } = placeOnForm(refusal, { fields: schema.fields, model });
  return { errors, formErrors: [t('portalSaid', { words })] };
}
