import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { FULL_SYNC, FULL_SYNC_KEY } from '@/lib/sync/full-sync';
import { WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from '@/lib/webhooks/subscriptions';
import { CHECKS, type CheckId, type Findings, runChecks } from './checks';
import { type SetupContext, tablesOf } from './context';
import { type Finding, findingSchema, type State } from './finding';
import { checkKnownSchema } from './portal-checks';
import { checkKnownSubscriptions } from './webhook-checks';

export type Setup = {
  findings: Findings;
  /** When the checks of other systems last ran; undefined if never. */
  checkedAt: Date | undefined;
};

const ASKING = CHECKS.filter(({ asks }) => asks);
const READ_CHECKS = CHECKS.filter(({ asks }) => !asks);
/** What the desk's own tables say, as of now, about what the portal was asked. */
const KNOWN = [
  { id: 'schema', run: checkKnownSchema },
  { id: 'subscriptions', run: checkKnownSubscriptions },
] as const;

/** The state of the setup: the desk's own checks as of now, the others as last found unless its tables know of a problem. */
export async function getSetup(context: SetupContext): Promise<Setup> {
  const db = tablesOf(context.database);
  const [live, known, stored] = await Promise.all([
    runChecks(READ_CHECKS, context),
    runChecks(KNOWN, context),
    'state' in db ? undefined : readStoredFindings(db),
  ]);
  const found: Findings = { ...stored?.findings };
  for (const { id } of KNOWN) {
    const now = known[id];
    if (now?.state === 'bad' || (now?.state === 'warning' && found[id]?.state !== 'bad')) found[id] = now;
  }
  return {
    findings: { ...found, ...live },
    checkedAt: stored?.at,
  };
}

/**
 * Runs the checks of other systems, within about 15 seconds, and stores their findings. Before that the worker puts the
 * subscriptions right, or the checks would find what is just being repaired; it compares all leads meanwhile.
 *
 * @param task.by the requesting admin, for the audit log
 * @param task.waitMs how long the worker may take
 */
export async function askAll(
  context: SetupContext,
  { db, by, waitMs = REPAIR_MS }: { db: Db; by: Actor; waitMs?: number },
): Promise<Findings> {
  await enqueueAll(db, [
    { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: context.now() },
    { topic: FULL_SYNC, key: FULL_SYNC_KEY, runAt: context.now() },
  ]);
  await waitForRepair(db, { context, waitMs });
  const findings = await runChecks(ASKING, context);
  const at = context.now();
  const bad = countIn(findings, 'bad');
  await db.transaction(async (tx) => {
    await writeSetting(tx, FINDINGS, { value: findings, now: at });
    await writeAudit(tx, { by, event: 'setup.checked', subject: 'setup', detail: { bad }, at });
  });
  return findings;
}

/** Findings of other systems are repeated if they are older, and one failed. */
const REPEATED_AFTER_MS = 5 * 60_000;

/**
 * Repeats the checks of other systems if they ran a while ago and one failed, so that what was put right does not
 * stay red. Never before an admin first ran them.
 */
export async function repeatFailedChecks(db: Db, getContext: () => Promise<SetupContext>): Promise<void> {
  const stored = await readStoredFindings(db);
  if (!stored || countIn(stored.findings, 'bad') + countIn(stored.findings, 'unknown') === 0) return;
  const context = await getContext();
  if (context.now().getTime() - stored.at.getTime() < REPEATED_AFTER_MS) return;
  const findings = await runChecks(ASKING, context);
  await writeSetting(db, FINDINGS, { value: findings, now: context.now() });
}

const REPAIR_MS = 5_000;
const POLL_MS = 200;

async function waitForRepair(
  db: Db,
  { context, waitMs }: { context: SetupContext; waitMs: number },
): Promise<void> {
  const isOurs = and(eq(jobs.topic, WEBHOOKS_ENSURE), eq(jobs.key, WEBHOOKS_ENSURE_KEY), isNull(jobs.deadAt));
  for (let left = waitMs; left > 0; left -= POLL_MS) {
    const isDue = or(isNotNull(jobs.lease), lte(jobs.runAt, context.now()));
    if ((await db.$count(jobs, and(isOurs, isDue))) === 0) return;
    await wait(POLL_MS);
  }
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
