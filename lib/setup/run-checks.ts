import 'server-only';
import { withTimeout } from '@/lib/core/timeout';
import { reasonOf } from '@/lib/db/reason';
import type { Check, CheckId } from './checks';
import type { SetupContext } from './context';
import { type Finding, problem } from './finding';
import { redact, secretsOf } from './redact';

/** The timeout of each check, in milliseconds; they run in parallel. */
const TIMEOUT_MS = 10_000;

export type Findings = Partial<Record<CheckId, Finding>>;

/** Runs the checks in parallel. Every check yields a finding in any case, and none contains a secret. */
export async function runChecks(
  checks: readonly Check[],
  context: SetupContext,
  timeoutMs = TIMEOUT_MS,
): Promise<Findings> {
  const secrets = secretsOf(context.settings);
  const found = await Promise.all(
    checks.map(async (check) => {
      const finding = await bounded(check.run(context), timeoutMs);
      return [check.id, redact(finding, secrets)] as const;
    }),
  );
  return Object.fromEntries(found);
}

function bounded(work: Promise<Finding>, timeoutMs: number): Promise<Finding> {
  const failed = (error: unknown) => problem('unknown', 'check-failed', { about: reasonOf(error) });
  const about = String(Math.round(timeoutMs / 1_000));
  return withTimeout(work.catch(failed), timeoutMs, () => problem('unknown', 'took-too-long', { about }));
}
