'use server';

import { redirect } from 'next/navigation';
import { writeAudit } from '@/lib/audit/write-audit';
import { endSessions } from '@/lib/auth/sessions';
import { requireSignedIn } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';

/** Ends every session of whoever is signed in, on all their devices. The cookies that name them are worth nothing. */
export async function signOutEverywhere(): Promise<never> {
  const { personId, email } = await requireSignedIn('/leads');
  await (await getDb()).transaction(async (tx) => {
    const sessions = await endSessions(tx, { personId });
    const by = { personId, email };
    await writeAudit(tx, {
      by,
      act: 'signin.ended-everywhere',
      subject: email,
      detail: { sessions },
      at: new Date(),
    });
  });
  redirect('/signin?done=everywhere');
}
