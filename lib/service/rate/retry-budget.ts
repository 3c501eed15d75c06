import 'server-only';
import { z } from 'zod';

/**
 * A budget for failed retries, as data: a fifth of first tries and successes. While the service is healthy,
 * retries are as free as any call, so a backlog drains; during an outage they must not multiply its load.
 */
export const budgetSchema = z.object({
  balance: z.number(),
  /** Epoch milliseconds of the last refill. */
  at: z.number(),
});

export type Budget = z.infer<typeof budgetSchema>;

const MAX_BALANCE = 10;
/** Concurrent calls may overdraw; recovering from that must not take minutes. */
const MIN_BALANCE = -5;
const DEPOSIT = 0.2;
/**
 * The refill without any first tries: jobs that waited through an outage must not depend on new work after
 * it.
 */
const REFILL_PER_SECOND = 0.2;

/** A full budget. `now` in epoch milliseconds. */
export function createBudget(now: number): Budget {
  return { balance: MAX_BALANCE, at: now };
}

/** Milliseconds until a retry may be sent. */
export function retryIn(budget: Budget, now: number): number {
  const missing = 1 - refilled(budget, now).balance;
  return missing <= 0 ? 0 : Math.ceil((missing / REFILL_PER_SECOND) * 1000);
}

/** After calls have ended. */
export function afterCalls(
  budget: Budget,
  { now, deposits, failedRetries }: { now: number; deposits: number; failedRetries: number },
): Budget {
  const { balance } = refilled(budget, now);
  return { balance: clamp(balance + deposits * DEPOSIT - failedRetries), at: now };
}

function refilled({ balance, at }: Budget, now: number): Budget {
  const seconds = Math.max(0, now - at) / 1000;
  return { balance: clamp(balance + seconds * REFILL_PER_SECOND), at: now };
}

function clamp(balance: number): number {
  return Math.min(MAX_BALANCE, Math.max(MIN_BALANCE, balance));
}
