'use server';

import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { getPostedLocale, getPostedTimeZone } from '@/lib/auth/time-zone';
import { requireViewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { log } from '@/lib/core/log';
import { isStorable } from '@/lib/core/text';
import { getDb } from '@/lib/db/handle';
import { editLead, isTheirs, rebuildPostedForm } from '@/lib/edits/edit';
import type { LeadFormState } from '@/lib/forms/state';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { findAccountSwitch } from '../../account-switch';

/** Saves an edit, and returns to the lead; a conflict or a refusal stays on the form. */
export async function editLeadAction(
  id: string,
  state: LeadFormState,
  data: FormData,
): Promise<LeadFormState> {
  // A forged post may contain anything here.
  const isId = typeof id === 'string' && isStorable(id);
  const path = isId ? `/leads/${encodeURIComponent(id)}` : '/leads';
  const viewer = await requireViewer(isId ? `${path}/edit` : path);
  if (!isId) notFound();
  const db = await getDb();
  const back = `${path}/edit`;
  const again = async () => ((await isTheirs(db, viewer, id)) ? back : undefined);
  const accountSwitch = await findAccountSwitch(viewer, { data, back, again });
  if (accountSwitch) {
    if (accountSwitch.status !== 'account-switch' || accountSwitch.notice.goOn.href === back)
      return accountSwitch;
    const form = { data, t: await getTranslations('Form'), locale: await getPostedLocale(data) };
    return { ...accountSwitch, model: await rebuildPostedForm(db, form) };
  }
  const language = { t: await getTranslations('Form'), locale: await getPostedLocale(data) };
  const timeZone = await getPostedTimeZone(data);
  const t = await getTranslations('Edit');
  const result = await editLead(db, viewer, {
    id,
    data,
    service: await getServiceClient(),
    ...language,
    timeZone,
    texts: {
      gone: t('gone'),
      missing: t('missing'),
      unreachable: t('unreachable'),
      unconfirmed: t('unconfirmed'),
      unrecorded: t('unrecorded'),
      refused: t('refused'),
      outdated: language.t('unrecognised'),
    },
    clock: () => new Date(),
    log: log(),
    rateLimitMessage: await checkRateLimit(db, { limit: LIMITS.leadWrites, subject: viewer.personId }),
  });
  if (result.ok) redirect(path);
  if (!('reason' in result)) return result.state;
  // As for a new request: to sign-in, or to the message about the current person.
  if (result.reason === 'access-changed') return await editLeadAction(id, state, data);
  notFound();
}
