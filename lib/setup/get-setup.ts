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
  /** When the checks of other systems last ran; undefined if never. */
  askedAt: Date | undefined;
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
  return { findings: { ...kept?.findings, ...live }, askedAt: kept?.at };
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
    await writeAudit(tx, { by, act: 'setup.checked', subject: 'setup', detail: { bad }, at });
  });
  return findings;
}

/** The number of failed checks. */
export function countBad(findings: Findings): number {
  return Object.values(findings).filter(({ state }) => state === 'bad').length;
}
