import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { Viewer } from '@/lib/auth/viewer';
import { queryAddress } from '@/lib/core/address';
import { type Device, toDevice } from '@/lib/core/device';
import { getDb } from '@/lib/db/handle';
import { MAX_DRAFTS } from '@/lib/drafts/save';
import type { PostedDraftSaved } from '@/lib/drafts/save-posted';
import { readAllInput } from '@/lib/forms/form-data';
import type { LeadFormState } from '@/lib/forms/state';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';

/** Saves what was posted; undefined if no form of this desk posts that. */
export type SaveForm = (task: { device: Device; now: Date }) => Promise<PostedDraftSaved | undefined>;

/**
 * Saves a form posted by "Save draft" without scripts, and shows the saved draft; if it was not saved, the form as
 * posted with the reason.
 *
 * @param form the address of the form
 */
export async function saveFormDraft(
  viewer: Viewer,
  {
    data,
    form,
    save,
  }: {
    data: FormData;
    form: string;
    save: SaveForm;
  },
): Promise<LeadFormState> {
  const busy = await checkRateLimit(await getDb(), { limit: LIMITS.draftSaves, subject: viewer.personId });
  if (busy) return failed(data, busy);
  const device = toDevice((await headers()).get('user-agent'));
  const result = await save({ device, now: new Date() });
  if (result?.saved === 'saved') {
    const { id: draft, otherId: other, transfer } = result;
    redirect(queryAddress(form, { draft, other, saved: 'yes', transfer }));
  }
  const t = await getTranslations('Drafts');
  if (result?.saved === 'empty') return failed(data, t('nothingToSave'));
  if (result?.saved === 'emptied') return failed(data, t('emptied'));
  if (result?.saved === 'submitted') return failed(data, t('submitted'));
  if (result?.saved === 'erased') return failed(data, t('erasedSince'));
  if (result?.saved === 'too-many') return failed(data, t('tooMany', { max: MAX_DRAFTS }));
  return failed(data, (await getTranslations('Form'))('unrecognised'));
}

function failed(data: FormData, message: string): LeadFormState {
  const named = ['submissionId', 'draftId', 'draftRevision'].flatMap((name) => {
    const value = data.get(name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { status: 'failed', values: readAllInput(data), message, hidden: Object.fromEntries(named) };
}
