import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import type { Refusal } from '@/lib/db/schema/submissions';
import { noAnswers } from '@/lib/forms/answers';
import type { Answers, LeadSchema } from '@/lib/forms/field';
import { buildFormModel, type FormModel } from '@/lib/forms/form-model';
import { blankValues, type InputValues } from '@/lib/forms/input-values';
import { placeOnForm } from '@/lib/forms/place-refusal';
import { toInputValues } from '@/lib/forms/prefill';
import type { LeadFormState } from '@/lib/forms/state';
import type { Translate } from '@/lib/forms/texts';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { getSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { CORRECTION, sealCorrection } from './correction-seal';
import { findSubmission } from './queries';

/** The form for a new lead, ready to be shown. */
export type NewLeadForm = {
  model: FormModel;
  values: InputValues;
  hidden: Record<string, string>;
  initialState?: LeadFormState;
};

/**
 * The key of a browser's draft of an unsent lead: for each person who shares the browser, one of a new lead,
 * and one of every refused submission that they began to correct. All of a person's keys begin with that of
 * the new lead.
 */
export function newLeadDraftKey(personId: string, replaces?: string): string {
  return replaces ? `new:${personId}:from=${replaces}` : `new:${personId}`;
}

/**
 * Builds the form for a new lead from the schema in force. `from` names a refused submission to correct: its
 * answers are filled in, with the service's words beside them.
 *
 * The submission's id is created with the page, so that repeated submits remain one submission.
 *
 * @throws {ServiceError} if no schema was ever read and the service cannot be read now
 */
export async function getNewLeadForm(
  db: Db,
  viewer: Viewer,
  task: {
    from?: string;
    service: ServiceClient;
    t: Translate;
    locale: string;
    timeZone: string;
    appSecret: string;
    now: Date;
  },
): Promise<NewLeadForm> {
  const { schema } = await getSchema(db, task);
  const overrides = await getFieldOverrides(db, task.locale);
  const former = task.from ? await findSubmission(db, viewer, task.from) : undefined;
  const refused = former?.state === 'refused' ? former : undefined;
  // Answered fields are shown for correction, even if an admin has hidden the field since.
  const isOnScreen = ({ id }: { id: string }) => Object.hasOwn(refused?.answers ?? {}, id);
  const model = buildFormModel({
    ...{ schema, overrides, isOnScreen },
    ...{ purpose: 'create', texts: task.t, locale: task.locale },
  });
  const hidden = { submissionId: newId('submission'), version: model.version };
  if (!refused) {
    return { model, values: toInputValues(model, noAnswers(), task), hidden };
  }
  const values = toCorrect(model, refused.answers, task);
  const { errors, formErrors } = errorsOf(refused.refusal, { schema, model, t: task.t });
  return {
    model,
    values,
    hidden: {
      ...hidden,
      replaces: refused.id,
      [CORRECTION]: sealCorrection({ formId: hidden.submissionId, replaces: refused.id }, task.appSecret),
    },
    initialState: { status: 'invalid', values, errors, formErrors },
  };
}

/** The answers as they were sent. Consent must be given each time, and is never filled in. */
function toCorrect(model: FormModel, answers: Answers, task: { timeZone: string }): InputValues {
  const blank = blankValues(model);
  const consents = model.fields.filter(({ consent }) => consent).map(({ key }) => [key, blank[key] ?? '']);
  return { ...toInputValues(model, answers, task), ...Object.fromEntries(consents) };
}

function errorsOf(
  refusal: Refusal | null,
  { schema, model, t }: { schema: LeadSchema; model: FormModel; t: Translate },
) {
  // An admin's words are about the lead, whatever they begin with.
  const { errors, formErrors } = refusal?.byAdmin
    ? { errors: [], formErrors: [refusal.message ?? ''].filter(Boolean) }
    : placeOnForm(refusal ?? { fieldErrors: {} }, { fields: schema.fields, model });
  if (errors.length + formErrors.length > 0) return { errors, formErrors };
  return { errors, formErrors: [refusal?.message ?? t('refusedWithoutReason')] };
}
