import 'server-only';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { lockPerson } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { isSendable } from './list-rows';
import { keepSentKeys } from './sent-keys';
import { release } from './start-sending';

type Agent = { organizationId: string; agentId: string };

/** Not those that are being sent: what they send is sent as their person's, and they end if that person no longer may. */
const TRANSFERABLE = ['open', 'paused', 'done'] as const;

/** Imports of an agent with rows that are still to be sent; the others are their person's history. */
function unfinishedOf({ organizationId, agentId }: Agent): SQL | undefined {
  const { importId, isLeftOut, state } = importRows;
  const isUnsent = or(inArray(state, ['new', 'wrong', 'waiting']), isSendable);
  const isLeft = sql`exists (
    select 1 from ${importRows} where ${importId} = ${imports.id} and not ${isLeftOut} and ${isUnsent})`;
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
 * Transfers an agent's imports with rows that are still to be sent to the person who acts for a colleague, who checks them
 * again. Rows that became submissions stay the agent's, as leads: here they go, with those that have the same answers.
 * Returns how many imports.
 */
export async function transferImports(
  tx: Db,
  { from, to, now }: { from: Agent; to: { personId: string; agentId: string }; now: Date },
): Promise<number> {
  const importers = await tx
    .selectDistinct({ personId: imports.personId })
    .from(imports)
    .where(unfinishedOf(from))
    .orderBy(asc(imports.personId));
  // Whoever starts, pauses or continues an import takes the same lock.
  for (const { personId } of importers) await lockPerson(tx, personId);
  const unfinished = await tx
    .select({ id: imports.id, state: imports.state })
    .from(imports)
    .where(unfinishedOf(from));
  for (const { id, state } of unfinished) {
    if (state === 'paused') await release(tx, { id, to: 'new', now });
    await keepSentKeys(tx, [id]);
    await deleteSentRows(tx, id);
    await tx
      .update(imports)
      .set({
        personId: to.personId,
        agentId: to.agentId,
        state: 'open',
        // Its time begins again: the colleague has just got it.
        updatedAt: now,
        // What was sent before and known was the other person's.
        pausedBy: 'transfer',
        checkedBy: null,
        consents: null,
        startedAt: null,
        finishedAt: null,
      })
      .where(eq(imports.id, id));
  }
  return unfinished.length;
}

async function deleteSentRows(tx: Db, id: string): Promise<void> {
  const { importId, state, digest } = importRows;
  const isSent = and(eq(importId, id), eq(state, 'stored'));
  const sent = tx.select({ digest }).from(importRows).where(isSent);
  await tx.delete(importRows).where(and(eq(importId, id), or(isSent, inArray(digest, sent))));
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
