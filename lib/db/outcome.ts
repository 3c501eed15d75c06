import 'server-only';
import { singleton } from '@/lib/core/singleton';
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

type Marks = {
  /** Errors of transactions that never reached the commit: nothing of them is saved. */
  undone: WeakSet<Error>;
  /** Errors of transactions that could not begin, because the database did not respond. */
  unanswered: WeakSet<Error>;
};

const marks = () =>
  singleton('outcomes', (): Marks => ({ undone: new WeakSet(), unanswered: new WeakSet() }));

/** True if `code` is one of PostgreSQL's own error codes. */
export function isSqlState(code: string): boolean {
  return SQLSTATE.test(code);
}

/**
 * True if the failed work may still have been saved: the connection, or the embedded engine, broke before it
 * reported the outcome. Check this before telling a person "nothing was changed".
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && !marks().undone.has(error) && brokeWithoutVerdict(error);
}

/** True if something failed because the database did not respond: the same may work in a minute. */
export function isUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (marks().unanswered.has(cause) || brokeWithoutVerdict(cause)) return true;
  }
  return false;
}

/** By name: each copy of this module in a Next process has classes of its own. */
const brokeWithoutVerdict = (error: Error) =>
  error.name === 'OutcomeUnknownError' || (error.name === 'QueryError' && !hasVerdict(error));

/**
 * Makes every transaction of `db` that fails during its commit, without a verdict of the database, throw an
 * OutcomeUnknownError. Earlier failures are known to be rolled back.
 */
export function withKnownOutcomes<T extends Db>(db: T): T {
  const begin = db.transaction.bind(db);
  const transaction: Db['transaction'] = async (work, config) => {
    let hasBegun = false;
    let isCommitting = false;
    try {
      return await begin(async (tx) => {
        hasBegun = true;
        const result = await work(tx);
        isCommitting = true;
        return result;
      }, config);
    } catch (error) {
      if (isCommitting && !hasVerdict(error)) throw new OutcomeUnknownError(error);
      if (!(error instanceof Error)) throw error;
      marks().undone.add(error);
      if (!hasBegun && !hasVerdict(error)) marks().unanswered.add(error);
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
