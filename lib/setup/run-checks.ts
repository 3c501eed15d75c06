import 'server-only';
import { reasonOf } from '@/lib/db/reason';
import type { Check, CheckId } from './checks';
import type { SetupContext } from './context';
import { type Finding, problem } from './finding';
import { redact, secretsOf } from './redact';

/** No check takes longer than this, in milliseconds; they run side by side. */
const TIMEOUT_MS = 10_000;

export type Findings = Partial<Record<CheckId, Finding>>;

/** Runs the checks side by side. Whatever happens to one of them, each has a finding, and none holds a secret. */
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

async function bounded(work: Promise<Finding>, timeoutMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Finding>((resolve) => {
    const about = String(Math.round(timeoutMs / 1_000));
    timer = setTimeout(() => resolve(problem('unknown', 'took-too-long', { about })), timeoutMs);
  });
  const failed = (error: unknown) => problem('unknown', 'check-failed', { about: reasonOf(error) });
  return Promise.race([work.catch(failed), limit]).finally(() => clearTimeout(timer));
}
