import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@/lib/core/log';
import { reasonOf } from '@/lib/db/reason';
import { LEASE_MS } from '@/lib/jobs/claim';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;

/**
 * Writes down what the service answered. Nobody else knows it, so a database that fails for a moment is tried again,
 * with backoff, for as long as a lease holds. Each way is tried in turn: the later ones write less, and so may
 * succeed where an earlier one cannot. All must be safe to repeat: a commit whose answer was lost may have happened.
 *
 * @throws what the last try threw, once the lease is over: then others find out what became of the request
 */
export async function recordOutcome(
  ways: readonly (() => Promise<unknown>)[],
  { log, facts, clock }: { log: Log; facts: object; clock: () => Date },
): Promise<void> {
  const until = clock().getTime() + LEASE_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    const failure = await tryEach(ways);
    if (failure === undefined) return;
    const reason = reasonOf(failure.error);
    if (clock().getTime() + waitMs >= until) {
      log.error('submission.outcome-lost', { ...facts, reason });
      throw failure.error;
    }
    log.warn('submission.outcome-not-written', { ...facts, reason });
    await wait(waitMs);
  }
}

async function tryEach(ways: readonly (() => Promise<unknown>)[]): Promise<{ error: unknown } | undefined> {
  let failure: { error: unknown } | undefined;
  for (const write of ways) {
    try {
      await write();
      return undefined;
    } catch (error) {
      failure ??= { error };
    }
  }
  return failure;
}
