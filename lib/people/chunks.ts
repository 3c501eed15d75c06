import 'server-only';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const CHUNK = 250;
/** Takes a few milliseconds. */
const AT_ONCE = 100;

/** Splits into parts that fit into one statement: PostgreSQL accepts 65,535 values at most. */
export function inChunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

/** Reads rows for many values, some values at a time; other requests are answered in between. */
export async function readInChunks<T, Row>(
  values: readonly T[],
  read: (some: T[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of inChunks(values)) {
    rows.push(...(await read(some)));
    // The embedded database answers without ever giving way to other requests.
    await yieldToEventLoop();
  }
  return rows;
}

/** Takes one after the other, as they come; other requests are answered in between. */
export async function eachInTurns<T>(
  all: Iterable<T> | AsyncIterable<T>,
  take: (one: T) => unknown,
): Promise<void> {
  let taken = 0;
  for await (const one of all) {
    take(one);
    taken += 1;
    if (taken % AT_ONCE === 0) await yieldToEventLoop();
  }
}
