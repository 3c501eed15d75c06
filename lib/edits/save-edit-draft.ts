import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { isStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import type { Device } from '@/lib/drafts/device';
import { type PostedDraftSaved, savePostedDraft } from '@/lib/drafts/save-posted';
import { readInputValues } from '@/lib/forms/form-data';
import { toInputValues } from '@/lib/forms/prefill';
import type { Translate } from '@/lib/forms/texts';
import { rebuildPostedForm } from './edit';
import { readBasis } from './edit-form';

type EditDraftTask = {
  id: string;
  data: FormData;
  t: Translate;
  locale: string;
  timeZone: string;
  device: Device;
  now: Date;
};

/** Saves a posted edit as a draft; undefined if this desk never had such a form. */
export async function saveEditDraft(
  db: Db,
  viewer: Viewer,
  { id: leadId, ...task }: EditDraftTask,
): Promise<PostedDraftSaved | undefined> {
  const { data } = task;
  const model = await rebuildPostedForm(db, task);
  const answers = readBasis(data.get('basis'));
  const revision = data.get('revision');
  if (!model || !answers || typeof revision !== 'string' || !isStorable(revision)) return undefined;
  const start = toInputValues(model, answers, task);
  const { values } = readInputValues(model, data);
  return savePostedDraft(db, viewer, { ...task, leadId, basis: revision, model, start, values });
}
