'use server';

import { redirect } from 'next/navigation';
import { writeAuditSeldom } from '@/lib/audit/write-audit';
import { requireSignedIn } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { LIMITS } from '@/lib/limits/limits';
import { endSessions } from '@/lib/sessions/sessions';

/** Ends every session of the signed-in person, on all devices. Their cookies become worthless. */
export async function signOutEverywhere(): Promise<never> {
  const { personId, email } = await requireSignedIn('/leads');
  await (await getDb()).transaction(async (tx) => {
    const sessions = await endSessions(tx, { personId });
    const entry = { by: { personId, email }, act: 'signin.ended-everywhere', subject: email } as const;
    const turn = { limit: LIMITS.signIns, subject: `out ${personId}` };
    await writeAuditSeldom(tx, { ...entry, detail: { sessions }, at: new Date() }, turn);
  });
  redirect('/signin?done=everywhere');
}
