import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { isStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { type PostedDraftSaved, type PostedFormInput, savePostedDraft } from '@/lib/drafts/save-posted';
import { readInputValues } from '@/lib/forms/form-data';
import { toInputValues } from '@/lib/forms/prefill';
import { lockUnerased } from '@/lib/leads/lock-lead';
import { rebuildPostedForm } from './edit';
import { readBasis } from './edit-form';

/** Saves a posted edit as a draft; undefined if this desk never had such a form, or the lead's person was erased. */
export async function saveEditDraft(
  db: Db,
  viewer: Viewer,
  { id: leadId, ...task }: PostedFormInput & { id: string },
): Promise<PostedDraftSaved | undefined> {
  const { data } = task;
  const model = await rebuildPostedForm(db, task);
  const answers = readBasis(data.get('basis'));
  const revision = data.get('revision');
  if (!model || !answers || typeof revision !== 'string' || !isStorable(revision)) return undefined;
  const start = toInputValues(model, answers, task);
  const { values } = readInputValues(model, data);
  const draft = { ...task, leadId, basis: revision, model, start, values };
  // A form that was still open must not bring them back.
  return db.transaction(async (tx) =>
    (await lockUnerased(tx, leadId)) ? savePostedDraft(tx, viewer, draft) : undefined,
  );
}
