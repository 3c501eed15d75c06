import 'server-only';
import { and, eq } from 'drizzle-orm';
import { withTimeout } from '@/lib/core/timeout';
import type { Db } from '@/lib/db/handle';
import { serviceSharedState } from '@/lib/db/schema/connection';
import { NOTHING_KNOWN, type SharedStateStore, sharedStateSchema } from '@/lib/service/rate/shared-state';

/** A silently dead connection must not block all later calls, in milliseconds. */
const TIMEOUT_MS = 3_000;
/** More processes than there are may have changed the row in between: then it can't be compared at all. */
const MAX_TRIES = 100;

/**
 * Stores the state as one row, changed by compare-and-set: read, compute, write if unchanged. No lock is held in between: a
 * process that froze with the row locked would stop every call of every other process.
 *
 * @param name separates what is known about different keys
 */
export function sharedStateStore({ db, name }: { db: Db; name: string }): SharedStateStore {
  async function find(): Promise<{ stored: unknown; state: typeof NOTHING_KNOWN }> {
    const [row] = await db.select().from(serviceSharedState).where(eq(serviceSharedState.name, name));
    // Nothing is known of what another version of the desk wrote.
    return { stored: row?.state, state: sharedStateSchema.safeParse(row?.state).data ?? NOTHING_KNOWN };
  }

  /** Returns whether the state was still the one that was read. */
  async function replace(stored: unknown, state: typeof NOTHING_KNOWN): Promise<boolean> {
    const isSame = and(eq(serviceSharedState.name, name), eq(serviceSharedState.state, stored));
    const written =
      stored === undefined
        ? await db.insert(serviceSharedState).values({ name, state }).onConflictDoNothing().returning()
        : await db.update(serviceSharedState).set({ state }).where(isSame).returning();
    return written.length === 1;
  }

  const change: SharedStateStore['change'] = async (move) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { stored, state: before } = await find();
      const after = move(before);
      if (after === before || (await replace(stored, after))) return { before, after };
    }
    throw new Error('the row could not be changed');
  };

  return {
    read: async () => (await soon(find())).state,
    change: (move) => soon(change(move)),
  };
}

function soon<T>(work: Promise<T>): Promise<T> {
  return withTimeout(work, TIMEOUT_MS, () => {
    throw new Error('the database does not answer in time');
  });
}
