'use server';

import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { getPostedLocale, getPostedTimeZone } from '@/lib/auth/time-zone';
import { requireViewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { correctionAddress, queryAddress } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { ADD_ANOTHER, readPins, writePins } from '@/lib/forms/add-another';
import type { LeadFormState } from '@/lib/forms/state';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { hasPostedIds, readPostedIds } from '@/lib/submissions/submission-identity';
import { submitLead } from '@/lib/submissions/submit';
import { waitForOutcome } from '@/lib/submissions/wait';
import { findAccountSwitch } from '../account-switch';
import { toAlreadySubmitted } from './already-submitted';

/**
 * Accepts a new lead; waits up to three seconds for the service, and redirects to the page with the
 * result, or to the form for another lead.
 */
export async function submitLeadAction(state: LeadFormState, data: FormData): Promise<LeadFormState> {
  const next = await submit(state, data);
  const pins = readPins(data);
  return pins.length > 0 ? { ...next, pins } : next;
}

async function submit(state: LeadFormState, data: FormData): Promise<LeadFormState> {
  const viewer = await requireViewer('/leads/new');
  // Reject posts that no page of ours sends, before anything else.
  if (!hasPostedIds(data)) notFound();
  const { replaces } = readPostedIds(data);
  const back = replaces ? correctionAddress(replaces) : '/leads/new';
  const accountSwitch = await findAccountSwitch(viewer, { data, back, again: async () => back });
  if (accountSwitch) return accountSwitch;
  const db = await getDb();
  const language = { t: await getTranslations('Form'), locale: await getPostedLocale(data) };
  const timeZone = await getPostedTimeZone(data);
  const now = new Date();
  const result = await submitLead(db, viewer, {
    data,
    service: await getServiceClient(),
    ...language,
    timeZone,
    now,
    rateLimitMessage: await checkRateLimit(db, { limit: LIMITS.leadWrites, subject: viewer.personId }),
  });
  if (!result.ok) {
    // Handled like a new request: it redirects to sign-in, or shows the message about the current person.
    if ('reason' in result) return await submit(state, data);
    return 'before' in result ? await toAlreadySubmitted(result, { data, now }) : result.state;
  }
  await waitForOutcome(db, result.submissionId);
  redirect(addressAfter(result.submissionId, data));
}

/** Stored under another id, or after a question: the browser keeps its draft under the id it posted. */
function addressAfter(submissionId: string, data: FormData): string {
  const id = data.get('submissionId');
  const posted = id === submissionId && !data.has('asked') ? undefined : String(id);
  if (!data.has(ADD_ANOTHER))
    return queryAddress(`/submissions/${encodeURIComponent(submissionId)}`, { posted });
  return queryAddress('/leads/new', { after: submissionId, keep: writePins(readPins(data)), posted });
}
