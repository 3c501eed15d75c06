import 'server-only';
import type { Db } from './handle';

/** It is unknown whether a transaction was committed. */
class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError';

  constructor(cause: unknown) {
    super('The database did not say whether it saved this.', { cause });
  }
}

/**
 * PostgreSQL's error codes have five characters, including a digit; the system's, such as EPIPE, have none.
 */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/**
 * Broken connections, a server shutdown, "statement completion unknown": these say nothing about a commit.
 */
const NO_VERDICT = /^(08|57P0|40003)/;

/** Errors of transactions that never reached the commit: nothing of them is saved. */
const undone = new WeakSet<Error>();

/** True if `code` is one of PostgreSQL's own error codes. */
export function isSqlState(code: string): boolean {
  return SQLSTATE.test(code);
}

/**
 * True if the failed work may still have been saved: the connection, or the embedded engine, broke before it
 * reported the outcome. Check this before telling a person "nothing was changed".
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error) || undone.has(error)) return false;
  if (error instanceof OutcomeUnknownError) return true;
  return error.name === 'QueryError' && !hasVerdict(error);
}

/**
 * Makes every transaction of `db` that fails during its commit, without a verdict of the database, throw an
 * OutcomeUnknownError. Earlier failures are known to be rolled back.
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
