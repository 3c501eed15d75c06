import 'server-only';
import { eq } from 'drizzle-orm';
import { writeAuditThrottled } from '@/lib/audit/write-audit';
import type { Device } from '@/lib/core/device';
import type { Db } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import { LIMITS } from '@/lib/limits/limits';
import { beginSession, endSession, type Method } from '@/lib/sessions/sessions';

/**
 * Starts the session of an admitted person, for every sign-in method, and returns its id. Ends the previous
 * session of this browser: a cookie from before the sign-in is worthless after it.
 *
 * @param replaces the id in the request's cookie
 */
export async function startSession(
  db: Db,
  task: { personId: string; method: Method; device?: Device; replaces: string | undefined; now: Date },
): Promise<string> {
  const { personId, method, device, replaces, now } = task;
  return db.transaction(async (tx) => {
    if (replaces) await endSession(tx, replaces);
    const [person] = await tx
      .update(people)
      .set({ lastSignInAt: now })
      .where(eq(people.id, personId))
      .returning({ email: people.email });
    if (!person) throw new Error('Somebody who is not there any more cannot sign in.');
    const { email } = person;
    const entry = { by: { personId, email }, event: 'signin.done', subject: email, at: now } as const;
    const turn = { limit: LIMITS.signIns, subject: `in ${personId}` };
    await writeAuditThrottled(tx, { ...entry, detail: { method } }, turn);
    return beginSession(tx, { personId, method, device, now });
  });
}
