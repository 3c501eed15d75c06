import 'server-only';
import { AccessChanged } from '@/lib/auth/same-access';
import { isolate } from '@/lib/core/isolate';
import { toList } from '@/lib/core/language';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import type { AnswerChange } from '@/lib/db/schema/timeline';
import { endEditDrafts } from '@/lib/drafts/drafts';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answers, LeadSchema } from '@/lib/forms/field';
import type { FormModel } from '@/lib/forms/form-model';
import type { LeadValues } from '@/lib/forms/from-lead';
import type { InputValues } from '@/lib/forms/input-values';
import { type LeadPayload, toChanges } from '@/lib/forms/payload';
import { placeOnForm } from '@/lib/forms/place-refusal';
import type { LeadFormState } from '@/lib/forms/state';
import type { Translate } from '@/lib/forms/texts';
import { getLabels } from '@/lib/lead-schema/labels';
import { applyOrQuarantine } from '@/lib/leads/apply-or-quarantine';
import { forgetPendingEdit, markSaved, recordPendingEdit } from '@/lib/leads/pending-edits';
import { startRead } from '@/lib/leads/read-start';
import { type SentAnswers, writeSent } from '@/lib/leads/sent-answers';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { ServiceLead } from '@/lib/service/lead';
import { requestRefresh } from '@/lib/sync/refresh';
import type { EditTexts } from './edit-form';
import { whyNotSaved } from './not-saved';
import {
  getPatchReplaces,
  hasLostFields,
  learnPatchReplaces,
  withWholeCustomFields,
} from './whole-custom-fields';

type SaveInput = {
  id: string;
  personId: string;
  /** Called when the request is about to be sent: it may have waited for its turn. */
  isAllowed: () => Promise<boolean>;
  service: ServiceClient;
  schema: LeadSchema;
  model: FormModel;
  values: InputValues;
  before: Answers;
  after: Answers;
  /** What the service held by the read before the change, as it sent it. */
  record: LeadValues;
  /** The service's `updatedAt` by the read before the change. */
  serviceUpdatedAt: Date | null;
  /** What this form sent before with unknown outcome. */
  sent: SentAnswers;
  t: Translate;
  texts: EditTexts;
  clock: () => Date;
  log: Log;
};

/**
 * Sends what changed and reads the lead back, because the shape of a PATCH's answer is not documented
 * (interface 4). Returns nothing when it is saved, else what the form must show. Once the service has the
 * change, a failure of ours is never reported as a failed save.
 *
 * @throws {AccessChanged} if access was lost; nothing was sent
 */
export async function saveChanges(db: Db, task: SaveInput): Promise<LeadFormState | undefined> {
  const { id, service, schema, before, after } = task;
  const asked = toChanges(schema, before, after);
  if (Object.keys(asked).length === 0) {
    await endEditDrafts(db, { personId: task.personId, leadId: id });
    return undefined;
  }
  const changes = (await getPatchReplaces(db))
    ? withWholeCustomFields(asked, { schema, before: task.record.custom })
    : asked;
  const { personId, serviceUpdatedAt } = task;
  const edit = { leadId: id, personId, changes: changedAnswers(task), serviceUpdatedAt, at: task.clock() };
  const editId = await recordPendingEdit(db, edit);
  let response: ServiceLead | undefined;
  try {
    const beforeSend = async () => {
      if (!(await task.isAllowed())) throw new AccessChanged();
    };
    response = await service.updateLead(id, changes, { beforeSend });
  } catch (error) {
    if (error instanceof AccessChanged) await forgetPendingEdit(db, editId);
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'refused' || error.reached === 'no')
      await record(task, () => forgetPendingEdit(db, editId));
    return failedState(db, { ...task, error });
  }
  let lost: readonly string[] = [];
  const isRecorded = await record(task, async () => {
    await keepSaved(db, { ...task, editId, responseUpdatedAt: response?.updatedAt });
    lost = await readBack(db, { ...task, changes });
  });
  if (!isRecorded) return keepForm(task, task.texts.unrecorded);
  if (lost.length === 0) return undefined;
  const labels = lost.map((one) => labelOf(task.model, one));
  return keepForm(task, task.t('fieldsLost', { labels: toList(task.model.locale, labels) }));
}

/** Stores the service's response. A database failure does not change that answer: returns false then. */
async function record({ id, log }: SaveInput, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    log.error('edit.not-recorded', { leadId: id, reason: reasonOf(error) });
    return false;
  }
}

/** The form as sent, which may have reached the lead: it remembers what it sent. */
function keepForm(task: SaveInput, message: string): LeadFormState {
  const sent = [...task.sent, ...changedAnswers(task).map(([id, , is]) => [id, is] as const)];
  return { status: 'failed', values: task.values, message, hidden: { sent: writeSent(sent) } };
}

/** Only updateable fields are sent, so nothing else changes. */
function changedAnswers({ schema, before, after }: SaveInput): AnswerChange[] {
  return schema.fields
    .filter(({ updateable }) => updateable)
    .map(({ id }) => ({ id, was: answerTo(before, id), is: answerTo(after, id) }))
    .filter(({ was, is }) => !sameAnswer(was, is))
    .map(({ id, was, is }) => [id, was ?? null, is ?? null]);
}

/** The delay before the first repeat of a read that does not show the change, in milliseconds. */
const READ_AGAIN_MS = 1_000;

/**
 * The service has the change, and the person's drafts of it end. Until a read shows it, the lead says so, and the
 * worker keeps reading: both are written in one transaction, so a crash afterwards loses neither.
 */
async function keepSaved(
  db: Db,
  {
    id,
    personId,
    clock,
    editId,
    responseUpdatedAt,
  }: SaveInput & { editId: number; responseUpdatedAt?: Date },
): Promise<void> {
  const savedAt = clock();
  await db.transaction(async (tx) => {
    await endEditDrafts(tx, { personId, leadId: id });
    if (!(await markSaved(tx, { id: editId, savedAt, responseUpdatedAt }))) return;
    await requestRefresh(tx, { leadId: id, event: 'edit', now: new Date(savedAt.getTime() + READ_AGAIN_MS) });
  });
}

type Saved = SaveInput & { changes: LeadPayload };

/**
 * Lets the next page show the change, and puts back what the service emptied with it. If the read fails, the worker reads it
 * later.
 *
 * @returns the ids of the fields that were emptied and that the service did not take back
 */
async function readBack(db: Db, { changes, ...task }: Saved): Promise<readonly string[]> {
  const { id, service, schema, record, clock, log } = task;
  const readStart = await startRead(db, clock());
  const lead = await service.readLead(id, { class: 'interactive' }).catch(ignoreServiceError);
  if (!lead) return [];
  const before = record.custom;
  if (!hasLostFields(changes, { schema, before, after: lead.custom })) {
    await applyOrQuarantine(db, { lead, readStart, labelOf: await getLabels(db) });
    return [];
  }
  const whole = withWholeCustomFields(changes, { schema, before });
  log.warn('edit.fields-emptied', { leadId: id });
  await learnPatchReplaces(db, clock());
  try {
    await service.updateLead(id, whole);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.error('edit.fields-lost', { leadId: id, reason: error.message });
    const sent = changes.customFields ?? {};
    return Object.keys(whole.customFields ?? {}).filter((one) => !Object.hasOwn(sent, one));
  }
  return await readBack(db, { ...task, changes: whole });
}

function ignoreServiceError(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}

async function failedState(
  db: Db,
  { error, ...task }: SaveInput & { error: ServiceError },
): Promise<LeadFormState> {
  const { values, texts, id } = task;
  if (GONE.includes(error.status ?? 0) && (await isGone(db, task)))
    return { status: 'failed', values, message: texts.gone };
  if (error.kind === 'refused') return refusedState(task, error);
  if (error.reached === 'no') return { status: 'failed', values, message: texts[whyNotSaved(error)] };
  // It may have been saved. A PATCH can safely be sent again, so the person may simply retry; in the meantime
  // the mirror is updated, so that the lead page is correct.
  await record(task, () => requestRefresh(db, { leadId: id, event: 'edit', now: task.clock() }));
  return keepForm(task, texts.unconfirmed);
}

const labelOf = (model: FormModel, id: string) =>
  isolate(model.fields.find((field) => field.id === id)?.label ?? id);

function refusedState(task: SaveInput, error: ServiceError): LeadFormState {
  const { values, model, schema, texts, t } = task;
  const refusal = { message: error.serviceMessage, fieldErrors: { ...error.fieldErrors } };
  const { errors, formErrors } = placeOnForm(refusal, { fields: schema.fields, model });
  const isExplained = errors.length + formErrors.length > 0;
  const messages = isExplained ? formErrors : [error.serviceMessage ?? texts.refused];
  // The interface does not say how a field is cleared.
  const cleared = changedAnswers(task).flatMap(([id, , is]) => (is === null ? [labelOf(model, id)] : []));
  if (cleared.length > 0) messages.push(t('clearedRefused', { labels: toList(model.locale, cleared) }));
  return { status: 'invalid', values, errors, formErrors: messages };
}

const GONE = [404, 410];

/** The lead existed a moment ago. The change was answered with "no such lead"; a read decides. */
async function isGone(db: Db, { id, service, clock }: SaveInput): Promise<boolean> {
  const readStart = await startRead(db, clock());
  try {
    if (await service.readLead(id, { class: 'interactive' })) return false;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return false;
  }
  await tombstoneLead(db, { leadId: id, readStart });
  return true;
}
