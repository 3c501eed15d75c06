import 'server-only';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { lockPerson } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { giveBack } from './start-sending';

type Agent = { organizationId: string; agentId: string };

/** Not those that are being sent: what they send is sent as their person's, and they end if that person no longer may. */
const TRANSFERABLE = ['open', 'paused', 'done'] as const;

/** Imports of an agent with rows that are still to be sent; the others are their person's history. */
function unfinishedOf({ organizationId, agentId }: Agent): SQL | undefined {
  const isLeft = sql`exists (
    select 1 from ${importRows} where ${importRows.importId} = ${imports.id}
    and not ${importRows.isLeftOut} and ${importRows.state} in ('new', 'ready', 'wrong', 'waiting'))`;
  return and(
    eq(imports.organizationId, organizationId),
    eq(imports.agentId, agentId),
    inArray(imports.state, [...TRANSFERABLE]),
    isLeft,
  );
}

/** How many imports of an agent have rows that are still to be sent. Only their number: no admin sees what they hold. */
export function countImportsOfAgent(db: Db, agent: Agent): Promise<number> {
  return db.$count(imports, unfinishedOf(agent));
}

/**
 * Transfers an agent's imports with rows that are still to be sent to the person who acts for a colleague, who checks a
 * paused one again. What became a submission stays the agent's. Returns how many.
 */
export async function transferImports(
  tx: Db,
  { from, to, now }: { from: Agent; to: { personId: string; agentId: string }; now: Date },
): Promise<number> {
  const theirs = await tx
    .selectDistinct({ personId: imports.personId })
    .from(imports)
    .where(unfinishedOf(from))
    .orderBy(asc(imports.personId));
  // Whoever starts, pauses or continues an import takes the same lock.
  for (const { personId } of theirs) await lockPerson(tx, personId);
  const paused = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(unfinishedOf(from), eq(imports.state, 'paused')));
  for (const { id } of paused) await giveBack(tx, { id, to: 'new', now });
  const moved = await tx
    .update(imports)
    .set({ personId: to.personId, agentId: to.agentId })
    .where(unfinishedOf(from))
    .returning({ id: imports.id });
  return moved.length;
}

/** Keeps people's imports under their own pair when a mistyped one was corrected. */
export async function correctImportsPair(
  tx: Db,
  { wrong, right }: { wrong: Agent; right: Agent },
): Promise<void> {
  await tx
    .update(imports)
    .set({ organizationId: right.organizationId, agentId: right.agentId })
    .where(and(eq(imports.organizationId, wrong.organizationId), eq(imports.agentId, wrong.agentId)));
}
