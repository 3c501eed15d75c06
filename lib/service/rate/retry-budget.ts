import 'server-only';
import { z } from 'zod';

/**
 * How many retries may fail, as data: a fifth of what is tried for the first time or succeeds. While the
 * service is well, retries are as free as any call, and a backlog of them flows; while it is not, they must not
 * multiply what it has to turn away.
 */
export const budgetSchema = z.object({
  balance: z.number(),
  /** Epoch milliseconds up to which the trickle is counted. */
  at: z.number(),
});

export type Budget = z.infer<typeof budgetSchema>;

const MOST = 10;
/** Calls that were under way together may overdraw; to wait that off must not take minutes. */
const LEAST = -5;
const DEPOSIT = 0.2;
/** Comes in without any first try: work that waits through an outage must not wait for new work after it. */
const TRICKLE_PER_SECOND = 0.2;

export function startBudget(now: number): Budget {
  return { balance: MOST, at: now };
}

/** Milliseconds until a retry may go out. */
export function retryIn(budget: Budget, now: number): number {
  const missing = 1 - current(budget, now).balance;
  return missing <= 0 ? 0 : Math.ceil((missing / TRICKLE_PER_SECOND) * 1000);
}

/** After calls have ended. */
export function settled(
  budget: Budget,
  { now, deposits, failedRetries }: { now: number; deposits: number; failedRetries: number },
): Budget {
  const { balance } = current(budget, now);
  return { balance: within(balance + deposits * DEPOSIT - failedRetries), at: now };
}

function current({ balance, at }: Budget, now: number): Budget {
  const passed = Math.max(0, now - at) / 1000;
  return { balance: within(balance + passed * TRICKLE_PER_SECOND), at: now };
}

function within(balance: number): number {
  return Math.min(MOST, Math.max(LEAST, balance));
}
