import 'server-only';
import type { Actor } from '@/lib/audit/write-audit';
import { writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { CHECKS } from './checks';
import { type SetupContext, tablesOf } from './context';
import { findKept, keepFindings } from './kept-findings';
import { type Findings, runChecks } from './run-checks';

export type Setup = {
  findings: Findings;
  /** When those were asked who have to be asked; undefined if they never were. */
  askedAt: Date | undefined;
};

const ASKING = CHECKS.filter(({ asks }) => asks);
const READING = CHECKS.filter(({ asks }) => !asks);

/** How the setup stands: what the desk can see by itself as it is now, the rest as it was found when asked last. */
export async function getSetup(context: SetupContext): Promise<Setup> {
  const db = tablesOf(context.database);
  const [live, kept] = await Promise.all([
    runChecks(READING, context),
    'state' in db ? undefined : findKept(db),
  ]);
  return { findings: { ...kept?.findings, ...live }, askedAt: kept?.at };
}

/**
 * Asks everybody who has to be asked, within some ten seconds, and keeps what was found.
 *
 * @param task.by the admin who wanted it, for the log of acts
 */
export async function askAll(context: SetupContext, { db, by }: { db: Db; by: Actor }): Promise<Findings> {
  const findings = await runChecks(ASKING, context);
  const at = context.now();
  const bad = countBad(findings);
  await db.transaction(async (tx) => {
    await keepFindings(tx, { at, findings });
    await writeAudit(tx, { by, act: 'setup.checked', subject: 'setup', detail: { bad }, at });
  });
  return findings;
}

/** How many of these are broken. */
export function countBad(findings: Findings): number {
  return Object.values(findings).filter(({ state }) => state === 'bad').length;
}
