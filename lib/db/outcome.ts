import 'server-only';
import type { Db } from './handle';

/** Nobody said whether a transaction was committed: it may have been, and it may not. */
class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError';

  constructor(cause: unknown) {
    super('The database did not say whether it saved this.', { cause });
  }
}

/** PostgreSQL's error codes have five places and a digit among them; the system's, as EPIPE, have none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** Connections that broke, a server that ends, "statement completion unknown": these say nothing about a commit. */
const NO_VERDICT = /^(08|57P0|40003)/;

/** Statements whose transaction was never asked to commit: whatever broke, nothing of it is saved. */
const undone = new WeakSet<Error>();

/** True if `code` is one of PostgreSQL's own error codes. */
export function isSqlState(code: string): boolean {
  return SQLSTATE.test(code);
}

/**
 * True if what failed with this error may have been saved all the same: the connection, or the embedded engine,
 * broke before it said so. Whoever tells a person "nothing was changed" asks here first.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error) || undone.has(error)) return false;
  if (error instanceof OutcomeUnknownError) return true;
  return error.name === 'QueryError' && !hasVerdict(error);
}

/**
 * Has every transaction of `db` that fails while it commits, without a verdict of the database, fail with an
 * OutcomeUnknownError. What fails earlier is known to be undone.
 */
export function withKnownOutcomes<T extends Db>(db: T): T {
  const begin = db.transaction.bind(db);
  const transaction: Db['transaction'] = async (work, config) => {
    let isCommitting = false;
    try {
      return await begin(async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      }, config);
    } catch (error) {
      if (isCommitting && !hasVerdict(error)) throw new OutcomeUnknownError(error);
      if (error instanceof Error) undone.add(error);
      throw error;
    }
  };
  db.transaction = transaction;
  return db;
}

function hasVerdict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    return isSqlState(cause.code) && !NO_VERDICT.test(cause.code);
  }
  return false;
}
