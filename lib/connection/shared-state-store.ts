import 'server-only';
import { and, eq } from 'drizzle-orm';
import { withTimeout } from '@/lib/core/timeout';
import type { Db } from '@/lib/db/handle';
import { serviceSharedState } from '@/lib/db/schema/connection';
import type { SharedState, SharedStateStore, Transition } from '@/lib/service/rate/shared-state';

/** Each failed try means that another process changed the state, so this many in a row do not happen. */
const MAX_TRIES = 1_000;
/** A silently dead connection must not block all later calls, in milliseconds. */
const TIMEOUT_MS = 3_000;

/**
 * Stores the shared states as rows, each changed by compare-and-set: read, compute, write if unchanged. No
 * lock is held in between: a process that froze inside a transaction with the row locked would stop every
 * call of every other process until the database gave up on it.
 *
 * @param scope separates what was learned about different keys
 */
export function sharedStateStore({ db, scope }: { db: Db; scope: string }): SharedStateStore {
  const inTurn = oneAfterAnother();
  const rowOf = (shared: { name: string }) => `${scope}.${shared.name}`;

  async function found(name: string): Promise<{ state: unknown } | undefined> {
    const [row] = await db
      .select({ state: serviceSharedState.state })
      .from(serviceSharedState)
      .where(eq(serviceSharedState.name, name));
    return row;
  }

  /** Returns whether the state was still the one that was read. */
  async function replace(name: string, before: { state: unknown } | undefined, state: unknown) {
    const written = before
      ? await db
          .update(serviceSharedState)
          .set({ state })
          .where(and(eq(serviceSharedState.name, name), eq(serviceSharedState.state, before.state)))
          .returning({ name: serviceSharedState.name })
      : await db
          .insert(serviceSharedState)
          .values({ name, state })
          .onConflictDoNothing()
          .returning({ name: serviceSharedState.name });
    return written.length === 1;
  }

  async function moved<State, Result>(
    shared: SharedState<State>,
    move: (state: State | undefined) => Transition<State, Result>,
  ): Promise<Result> {
    const name = rowOf(shared);
    for (let count = 0; count < MAX_TRIES; count += 1) {
      const before = await found(name);
      const { state, result } = move(readable(shared, before));
      if (await replace(name, before, state)) return result;
    }
    throw new Error(`${shared.name}: other processes keep changing it`);
  }

  return {
    step: (shared, move) => inTurn(shared.name, () => soon(moved(shared, move))),
    read: async (shared) => readable(shared, await soon(found(rowOf(shared)))),
  };
}

/** Undefined for a format of an older version. */
function readable<State>(
  { schema }: SharedState<State>,
  row: { state: unknown } | undefined,
): State | undefined {
  return schema.safeParse(row?.state).data;
}

function soon<T>(work: Promise<T>): Promise<T> {
  return withTimeout(work, TIMEOUT_MS, () => {
    throw new Error('the database does not answer in time');
  });
}

/**
 * Serialises this process's changes of a state: concurrent ones would only undo each other's tries and hold
 * connections. A change that waited behind a failure fails with it, instead of trying an unavailable database
 * again.
 */
function oneAfterAnother(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(name, turn);
    turn.catch(() => {
      if (last.get(name) === turn) last.delete(name);
    });
    return turn;
  };
}
