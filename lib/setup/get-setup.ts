import 'server-only';
import { z } from 'zod';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { SWEEP, SWEEP_KEY } from '@/lib/sync/sweep';
import { WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from '@/lib/webhooks/subscriptions';
import { CHECKS, type CheckId, type Findings, runChecks } from './checks';
import { type SetupContext, tablesOf } from './context';
import { type Finding, findingSchema, type State } from './finding';

export type Setup = {
  findings: Findings;
  /** When the checks of other systems last ran; undefined if never. */
  checkedAt: Date | undefined;
};

const ASKING = CHECKS.filter(({ asks }) => asks);
const READING = CHECKS.filter(({ asks }) => !asks);

/** The state of the setup: the desk's own checks as of now, the others as last found. */
export async function getSetup(context: SetupContext): Promise<Setup> {
  const db = tablesOf(context.database);
  const [live, stored] = await Promise.all([
    runChecks(READING, context),
    'state' in db ? undefined : readStoredFindings(db),
  ]);
  return { findings: { ...stored?.findings, ...live }, checkedAt: stored?.at };
}

/**
 * Runs the checks of other systems, within about ten seconds, and stores their findings. The worker checks the
 * subscriptions and compares all leads meanwhile.
 *
 * @param task.by the requesting admin, for the audit log
 */
export async function askAll(context: SetupContext, { db, by }: { db: Db; by: Actor }): Promise<Findings> {
  await enqueueAll(db, [
    { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: context.now() },
    { topic: SWEEP, key: SWEEP_KEY, runAt: context.now() },
  ]);
  const findings = await runChecks(ASKING, context);
  const at = context.now();
  const bad = countIn(findings, 'bad');
  await db.transaction(async (tx) => {
    await writeSetting(tx, FINDINGS, { value: findings, now: at });
    await writeAudit(tx, { by, event: 'setup.checked', subject: 'setup', detail: { bad }, at });
  });
  return findings;
}

/** The number of checks in a state. */
export function countIn(findings: Findings, wanted: State): number {
  return Object.values(findings).filter(({ state }) => state === wanted).length;
}

const FINDINGS = { name: 'setup.findings', schema: z.record(z.string(), findingSchema) } as const;

/** The findings of the last checks of other systems. */
export type StoredFindings = { at: Date; findings: Findings };

/** The stored findings; undefined if there are none, or only in another version's format. */
export async function readStoredFindings(db: Db): Promise<StoredFindings | undefined> {
  const stored = await readSetting(db, FINDINGS);
  if (!stored) return undefined;
  const known = new Map<string, CheckId>(CHECKS.map(({ id }) => [id, id]));
  const findings: Partial<Record<CheckId, Finding>> = {};
  for (const [name, finding] of Object.entries(stored.value)) {
    const id = known.get(name);
    if (id) findings[id] = finding;
  }
  return { at: stored.changedAt, findings };
}
