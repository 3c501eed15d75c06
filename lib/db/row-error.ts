import 'server-only';

/**
 * Classes of PostgreSQL's error codes that are about the values of a statement and not about the database: data
 * exceptions, constraints, program limits such as the length of an index entry, and what a trigger refuses. All
 * others (no connection, no room, deadlock, time-out, a table that is not there) may be gone the next time.
 */
const OF_THE_VALUES = /^(21|22|23|54|P0)...$/;

/** What our own code throws at a value that it cannot work with. */
const OF_THE_PROGRAM = new Set(['RangeError', 'SyntaxError', 'TypeError', 'URIError']);

/** Whether an error is of the row that was to be written: another try with the same values fails as well. */
export function isRowError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return OF_THE_VALUES.test(code);
  return error instanceof Error && OF_THE_PROGRAM.has(error.name) && error.cause === undefined;
}

/** Does the work; where a row makes it fail, the answer is `otherwise`. Everything else is thrown. */
export async function unlessRowError<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRowError(error)) throw error;
    return otherwise;
  }
}

/** The code of an error, or of what caused it: PostgreSQL's or the network's. */
export function codeOf(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}
