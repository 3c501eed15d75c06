import 'server-only';

/** Waited too long for its turn, or for its batch to end. The work may still be done. */
class OverdueError extends Error {
  override name = 'OverdueError';
}

type Waiting<Item, Fate> = {
  item: Item;
  succeed(fate: Fate): void;
  fail(reason: unknown): void;
};

/**
 * Batches work: while one batch is under way, arriving items wait for the next. Nothing waits under low load,
 * and the higher the load, the less each item costs.
 *
 * @param run does the work of one group, in order of arrival; its outcome applies to every item in it
 * @param size how many items a group has at most
 * @param room how many may wait; more are rejected immediately, so that a stalled database cannot exhaust
 * memory
 * @returns joins the next group. `until` is how long the caller waits, in `performance.now()` milliseconds
 */
export function createBatcher<Item, Fate>({
  run,
  size,
  room,
}: {
  run: (items: readonly Item[]) => Promise<Fate>;
  size: number;
  room: number;
}): (item: Item, until: number) => Promise<Fate> {
  const waiting = new Set<Waiting<Item, Fate>>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.size > 0) {
      await turn();
      await runOne(takeNext());
    }
    isRunning = false;
  }

  async function runOne(group: readonly Waiting<Item, Fate>[]): Promise<void> {
    if (group.length === 0) return;
    try {
      const fate = await run(group.map(({ item }) => item));
      for (const { succeed } of group) succeed(fate);
    } catch (reason) {
      for (const { fail } of group) fail(reason);
    }
  }

  function takeNext(): Waiting<Item, Fate>[] {
    const group: Waiting<Item, Fate>[] = [];
    for (const one of waiting) {
      if (group.length === size) break;
      waiting.delete(one);
      group.push(one);
    }
    return group;
  }

  return (item, until) =>
    new Promise((resolve, reject) => {
      if (waiting.size >= room) return reject(new OverdueError('Too many wait already.'));
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new OverdueError('The database did not answer in time.'));
      }, until - performance.now());
      const one: Waiting<Item, Fate> = {
        item,
        succeed: (fate) => {
          clearTimeout(timer);
          resolve(fate);
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
 * database, would otherwise keep everything else out, and each group would have one item.
 */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
