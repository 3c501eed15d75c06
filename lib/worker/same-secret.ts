import 'server-only';
import { eq } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { heartbeats } from '@/lib/db/schema/jobs';
import { isWorking, WORKERS } from '@/lib/jobs/queue-state';

/** Two processes with different secrets would delete each other's webhooks and refuse each other's sessions. */
export class OtherSecretError extends Error {
  override name = 'OtherSecretError';
  constructor() {
    super(
      'Another process that uses this database has a different APP_SECRET. Give every process the same one. To change it, stop them all, wait a minute, and start them again.',
    );
  }
}

type Own = { secret: string | null; now: Date };

/**
 * Compares this process's `APP_SECRET` with that of the workers that run now.
 *
 * @throws {OtherSecretError} if they differ
 */
export async function requireSameSecret(db: Db, own: Own): Promise<void> {
  const [last] = await db.select().from(heartbeats).where(eq(heartbeats.id, WORKERS));
  if (last) refuseOtherSecret(last, own);
}

/**
 * The same comparison with a heartbeat that was read already.
 *
 * @throws {OtherSecretError} if they differ
 */
export function refuseOtherSecret(last: { at: Date; secret: string | null }, { secret, now }: Own): void {
  if (isWorking(last.at, now) && isOtherSecret(last, secret)) throw new OtherSecretError();
}

/** Whether a heartbeat was written with another `APP_SECRET`; one of the embedded database has none. */
export function isOtherSecret(last: { secret: string | null }, secret: string | null): boolean {
  return last.secret !== null && secret !== null && last.secret !== secret;
}
