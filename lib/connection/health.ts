import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { type Db, getDb } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { serviceHealth } from '@/lib/db/schema/connection';
import { ServiceError } from '@/lib/service/error';
import { awaitRecovery, endWaiting } from './recovery';

/** Whether the service was reachable lately, as observed by any process of this desk. */
export type ServiceHealth = { lastOkAt: Date | null; failingSince: Date | null; failure: string | null };

const ID = 'service';
/** A success is stored at most this often; a change between good and bad immediately. */
const WRITE_EVERY_MS = 10_000;

/** The last thing this process wrote: without it every call to the service would cost a write. */
const written = () => singleton('service-health', () => ({ state: 'unknown', at: 0, forbidden: 0 }));

/** What pages may say about the service right now. */
export async function getServiceHealth(db: Db): Promise<ServiceHealth> {
  const [row] = await db.select().from(serviceHealth).where(eq(serviceHealth.id, ID));
  return row ?? { lastOkAt: null, failingSince: null, failure: null };
}

/** For pages: since when the portal is unusable, and why. */
export type ServiceDown = { since: string; cause: string };

/** For agents' pages; undefined while the service works. */
export function toServiceDown({ failingSince, failure }: ServiceHealth): ServiceDown | undefined {
  return failingSince ? { since: failingSince.toISOString(), cause: failure ?? 'unavailable' } : undefined;
}

/**
 * Records how a call to the service ended: the error, or undefined for success. An error response is still an
 * answer: only a service that is unreachable, or that rejects our key, counts as failing; one that answers
 * other calls does not. A call that we cancelled says nothing about the service.
 */
export async function recordCall({ error, now }: { error: unknown; now: Date }): Promise<void> {
  if (error instanceof ServiceError && error.step === 'desk') return;
  const last = written();
  last.forbidden = isForbidden(error) ? last.forbidden + 1 : 0;
  const failure = failureOf(error, last);
  if (failure === 'unclear') return;
  const state = failure ?? 'ok';
  if (last.state === state && now.getTime() - last.at < WRITE_EVERY_MS) return;
  last.state = state;
  last.at = now.getTime();
  try {
    await (failure ? recordFailing(await getDb(), failure, now) : recordWorking(await getDb(), now));
  } catch (error) {
    // Not worth failing the call; the next one writes it.
    last.state = 'unknown';
    log().warn('service-health.not-written', { reason: reasonOf(error) });
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof ServiceError && error.step === 'call' && error.status === 403;
}

/**
 * What the end of a call says about the service; undefined if it works.
 *
 * @param forbidden how many consecutive calls were answered 403, including this one: a single 403 may concern
 * one record that this key may not read, unless its scope is known
 */
export function failureOf(
  error: unknown,
  { forbidden }: { forbidden: number },
): 'unavailable' | 'auth' | 'unclear' | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.scope === 'call') return undefined;
  if (forbidden === 1 && error.scope === undefined) return 'unclear';
  return error.kind === 'unavailable' || error.kind === 'auth' ? error.kind : undefined;
}

async function recordWorking(db: Db, now: Date): Promise<void> {
  const before = await getServiceHealth(db);
  const row = { lastOkAt: now, failingSince: null, failure: null };
  await db
    .insert(serviceHealth)
    .values({ id: ID, ...row })
    .onConflictDoUpdate({ target: serviceHealth.id, set: row });
  if (before.failingSince) await endWaiting(db, now);
}

/** The time is the one that the first process wrote when it met the failure. */
async function recordFailing(db: Db, failure: string, now: Date): Promise<void> {
  const failingSince = sql`coalesce(${serviceHealth.failingSince}, excluded.failing_since)`;
  await db
    .insert(serviceHealth)
    .values({ id: ID, failingSince: now, failure })
    .onConflictDoUpdate({ target: serviceHealth.id, set: { failingSince, failure } });
  await awaitRecovery(db, now);
}
