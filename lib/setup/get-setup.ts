import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import { CHECKS, type CheckId, type Findings, runChecks } from './checks';
import { type SetupContext, tablesOf } from './context';
import { type Finding, findingSchema } from './finding';

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
  const [live, kept] = await Promise.all([
    runChecks(READING, context),
    'state' in db ? undefined : findKept(db),
  ]);
  return { findings: { ...kept?.findings, ...live }, checkedAt: kept?.at };
}

/**
 * Runs the checks of other systems, within about ten seconds, and stores their findings.
 *
 * @param task.by the requesting admin, for the audit log
 */
export async function askAll(context: SetupContext, { db, by }: { db: Db; by: Actor }): Promise<Findings> {
  const findings = await runChecks(ASKING, context);
  const at = context.now();
  const bad = countBad(findings);
  await db.transaction(async (tx) => {
    await keepFindings(tx, { at, findings });
    await writeAudit(tx, { by, event: 'setup.checked', subject: 'setup', detail: { bad }, at });
  });
  return findings;
}

/** The number of failed checks. */
export function countBad(findings: Findings): number {
  return Object.values(findings).filter(({ state }) => state === 'bad').length;
}

const NAME = 'setup.findings';

const keptSchema = z.record(z.string(), findingSchema);

/** The findings of the last checks of other systems. */
export type Kept = { at: Date; findings: Findings };

/** Stores the findings until the next time. */
async function keepFindings(tx: Db, { at, findings }: Kept): Promise<void> {
  const row = { value: findings, changedAt: at };
  await tx
    .insert(deskSettings)
    .values({ name: NAME, ...row })
    .onConflictDoUpdate({ target: deskSettings.name, set: row });
}

/** The stored findings; undefined if there are none, or only in another version's format. */
export async function findKept(db: Db): Promise<Kept | undefined> {
  const [row] = await db.select().from(deskSettings).where(eq(deskSettings.name, NAME));
  const read = keptSchema.safeParse(row?.value);
  if (!row || !read.success) return undefined;
  const known = new Map<string, CheckId>(CHECKS.map(({ id }) => [id, id]));
  const findings: Partial<Record<CheckId, Finding>> = {};
  for (const [name, finding] of Object.entries(read.data)) {
    const id = known.get(name);
    if (id) findings[id] = finding;
  }
  return { at: row.changedAt, findings };
}
