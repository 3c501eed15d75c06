import 'server-only';

/**
 * Classes of PostgreSQL's error codes that concern the values of a statement and not the database: data
 * exceptions, constraints, program limits such as the length of an index entry, and trigger refusals. All
 * others (no connection, no room, deadlock, timeout, a missing table) may be gone on a retry.
 */
const OF_THE_VALUES = /^(21|22|23|54|P0)...$/;

/** Errors our own code throws for a value that it cannot process. */
const OF_THE_PROGRAM = new Set(['RangeError', 'SyntaxError', 'TypeError', 'URIError']);

/** Whether an error is caused by the row: a retry with the same values fails too. */
export function isRowError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return OF_THE_VALUES.test(code);
  return error instanceof Error && OF_THE_PROGRAM.has(error.name) && error.cause === undefined;
}

/** Runs the work; if it fails because of a row, returns `otherwise`. Everything else is thrown. */
export async function unlessRowError<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRowError(error)) throw error;
    return otherwise;
  }
}

/** The code of an error, or of its cause: PostgreSQL's or the network's. */
export function codeOf(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}
