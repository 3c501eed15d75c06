import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import type { Device } from '@/lib/core/device';
import { isId, newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { draftFields } from '@/lib/forms/draft-fields';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import type { Translate } from '@/lib/forms/texts';
import type { DraftSubject } from './drafts';
import { readRevisions } from './posted';
import { type DraftSaved, saveDraft } from './save';
import type { Transfer } from './transfer';

/** A form posted by its button for drafts, without scripts. */
export type PostedFormInput = {
  data: FormData;
  t: Translate;
  locale: string;
  timeZone: string;
  device: Device;
  now: Date;
};

type PostedDraft = DraftSubject &
  Omit<PostedFormInput, 't' | 'locale'> & {
    model: FormModel;
    /** The controls' values before any input, and as posted. */
    start: InputValues;
    values: InputValues;
    basis?: string;
  };

/** As saved. A draft that became a submission keeps its id: submitting it asks. Else `id` is another one than that of the form, if another device saved that since or it is gone. */
export type PostedDraftSaved = {
  id: string;
  /** The draft that another device saved. */
  otherId?: string;
  saved: Exclude<DraftSaved['kind'], 'conflict' | 'transferred'>;
  /** What became of the form's draft: this is another one. */
  transfer?: Transfer;
};

/** Saves a posted form as a draft. Of two devices' both are kept. */
export async function savePostedDraft(
  db: Db,
  viewer: Viewer,
  { data, model, start, values, ...rest }: PostedDraft,
): Promise<PostedDraftSaved> {
  const posted = data.get('draftId');
  const known = readRevisions(data.get('draftRevision'));
  const task = {
    ...rest,
    schemaVersion: model.version,
    locale: model.locale,
    fields: draftFields(model, start, values),
  };
  const save = (id: string, known: string[]) =>
    saveDraft(db, viewer, { ...task, id, known, revision: newId('revision') });
  const id = isId('draft', posted) ? posted : newId('draft');
  const first = await save(id, known);
  if (first.kind !== 'conflict' && first.kind !== 'gone' && first.kind !== 'transferred')
    return { id, saved: first.kind };
  const next = newId('draft');
  const second = await save(next, []);
  const saved = second.kind === 'conflict' || second.kind === 'transferred' ? 'gone' : second.kind;
  if (first.kind === 'transferred') return { id: next, saved, transfer: first.transfer };
  return { id: next, saved, ...(first.kind === 'conflict' && { otherId: first.other.id }) };
}
