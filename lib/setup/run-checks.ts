import 'server-only';
import { reasonOf } from '@/lib/db/reason';
import type { Check, CheckId } from './checks';
import { because, type Finding } from './finding';
import { conceal, secretsOf } from './redact';
import type { World } from './world';

/** No check takes longer than this, in milliseconds; they run side by side. */
const PATIENCE_MS = 10_000;

export type Findings = Partial<Record<CheckId, Finding>>;

/** Runs the checks side by side. Whatever happens to one of them, each has a finding, and none holds a secret. */
export async function runChecks(
  checks: readonly Check[],
  world: World,
  patienceMs = PATIENCE_MS,
): Promise<Findings> {
  const secrets = secretsOf(world.settings);
  const found = await Promise.all(
    checks.map(async (check) => {
      const finding = await bounded(check.run(world), patienceMs);
      return [check.id, conceal(finding, secrets)] as const;
    }),
  );
  return Object.fromEntries(found);
}

async function bounded(work: Promise<Finding>, patienceMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Finding>((resolve) => {
    const about = String(Math.round(patienceMs / 1_000));
    timer = setTimeout(() => resolve(because('unknown', 'took-too-long', { about })), patienceMs);
  });
  const failed = (error: unknown) => because('unknown', 'check-failed', { about: reasonOf(error) });
  return Promise.race([work.catch(failed), limit]).finally(() => clearTimeout(timer));
}
