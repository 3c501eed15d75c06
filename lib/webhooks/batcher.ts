import 'server-only';

/** Waited too long for its turn, or for its batch to end. The work may still be done. */
class OverdueError extends Error {
  override name = 'OverdueError';
}

type Waiting<Item, Result> = {
  item: Item;
  succeed(result: Result): void;
  fail(reason: unknown): void;
};

/**
 * Batches work: while one batch is under way, arriving items wait for the next. Nothing waits under low load,
 * and the higher the load, the less each item costs.
 *
 * @param run does the work of one batch, in order of arrival; its result applies to every item in it
 * @param size how many items a batch has at most
 * @param room how many may wait; more are rejected immediately, so that a stalled database cannot exhaust
 * memory
 * @returns joins the next batch. `until` is how long the caller waits, in `performance.now()` milliseconds
 */
export function createBatcher<Item, Result>({
  run,
  size,
  room,
}: {
  run: (items: readonly Item[]) => Promise<Result>;
  size: number;
  room: number;
}): (item: Item, until: number) => Promise<Result> {
  const waiting = new Set<Waiting<Item, Result>>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.size > 0) {
      await turn();
      await runOne(takeNext());
    }
    isRunning = false;
  }

  async function runOne(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const result = await run(batch.map(({ item }) => item));
      for (const { succeed } of batch) succeed(result);
    } catch (reason) {
      for (const { fail } of batch) fail(reason);
    }
  }

  function takeNext(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      if (batch.length === size) break;
      waiting.delete(one);
      batch.push(one);
    }
    return batch;
  }

  return (item, until) =>
    new Promise((resolve, reject) => {
      if (waiting.size >= room) return reject(new OverdueError('Too many wait already.'));
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new OverdueError('The database did not answer in time.'));
      }, until - performance.now());
      const one: Waiting<Item, Result> = {
        item,
        succeed: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        fail: (reason) => {
          clearTimeout(timer);
          reject(reason);
        },
      };
      waiting.add(one);
      if (!isRunning) void runAll();
    });
}

/**
 * Admits items that have already reached this process. Work that never really waits, as on the embedded
 * database, would otherwise keep everything else out, and each batch would have one item.
 */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
