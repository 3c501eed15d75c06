import 'server-only';

const CHUNK = 1_000;

/** Splits into parts that fit into one statement: PostgreSQL accepts 65,535 values at most. */
export function inChunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
