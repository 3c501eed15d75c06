import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@/lib/core/log';
import { reasonOf } from '@/lib/db/reason';
import { LEASE_MS } from '@/lib/jobs/claim';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;

/**
 * Stores the service's response. It exists nowhere else, so a brief database failure is retried, with backoff,
 * for as long as a lease lasts. Each write is tried in turn: the later ones write less, and so may succeed
 * where an earlier one fails. All must be idempotent: a commit may have succeeded although its response was
 * lost.
 *
 * @throws the error of the last try, once the lease is over: another worker then finds out what became of the
 * request
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
