import 'server-only';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { newId } from '@/lib/core/ids';
import { lockPerson } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { notifyOfImport } from '@/lib/timeline/notify';
import { release } from './start-sending';

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
 * paused one again. What became a submission stays the agent's, and so do its rows: of an import that was sent in part the
 * rest is an import of its own. Returns how many.
 */
export async function transferImports(
  tx: Db,
  { from, to, now }: Transfer & { from: Agent },
): Promise<number> {
  const importers = await tx
    .selectDistinct({ personId: imports.personId })
    .from(imports)
    .where(unfinishedOf(from))
    .orderBy(asc(imports.personId));
  // Whoever starts, pauses or continues an import takes the same lock.
  for (const { personId } of importers) await lockPerson(tx, personId);
  const unfinished = await tx.select().from(imports).where(unfinishedOf(from));
  for (const stored of unfinished) {
    if (stored.state === 'paused') {
      await release(tx, { id: stored.id, to: 'new', now });
      await notifyOfImport(tx, stored.id);
    }
    if (await hasSentRows(tx, stored.id)) await moveRest(tx, stored, { to, now });
    else
      await tx
        .update(imports)
        // Its time begins again: the colleague has just got it.
        .set({
          personId: to.personId,
          agentId: to.agentId,
          updatedAt: now,
          // What was sent before and known was the other person's.
          pausedBy: 'transfer',
          checkedBy: null,
        })
        .where(eq(imports.id, stored.id));
  }
  return unfinished.length;
}

type Transfer = { to: { personId: string; agentId: string }; now: Date };

async function hasSentRows(tx: Db, importId: string): Promise<boolean> {
  return (
    (await tx.$count(importRows, and(eq(importRows.importId, importId), eq(importRows.state, 'stored')))) > 0
  );
}

/** The rows that were not sent, with the headings, as an import that the other person checks. */
async function moveRest(tx: Db, stored: typeof imports.$inferSelect, { to, now }: Transfer): Promise<void> {
  const id = newId('import');
  await tx.insert(imports).values({
    ...stored,
    id,
    personId: to.personId,
    agentId: to.agentId,
    state: 'open',
    updatedAt: now,
    checkedBy: null,
    consents: null,
    startedAt: null,
    finishedAt: null,
    pausedBy: 'transfer',
    rowsTransferred: 0,
  });
  const { importId, position, line, cells, state } = importRows;
  const headings = await tx
    .select({ position, line, cells, state })
    .from(importRows)
    .where(and(eq(importId, stored.id), eq(state, 'heading')));
  if (headings.length > 0)
    await tx.insert(importRows).values(headings.map((row) => ({ ...row, importId: id })));
  const moved = await tx
    .update(importRows)
    .set({ importId: id, state: 'new', duplicateOf: null, isRepeat: false })
    .where(and(eq(importId, stored.id), inArray(state, ['new', 'ready', 'wrong'])))
    .returning({ position });
  // What is left was sent: there is nothing to check again.
  const { checkedBy } = stored;
  await tx
    .update(imports)
    .set({ checkedBy, pausedBy: null, rowsTransferred: sql`${imports.rowsTransferred} + ${moved.length}` })
    .where(eq(imports.id, stored.id));
}

/** Keeps people's imports under their own owner when a mistyped one was corrected. */
export async function correctImportsOwner(
  tx: Db,
  { wrong, right }: { wrong: Agent; right: Agent },
): Promise<void> {
  await tx
    .update(imports)
    .set({ organizationId: right.organizationId, agentId: right.agentId })
    .where(and(eq(imports.organizationId, wrong.organizationId), eq(imports.agentId, wrong.agentId)));
}
