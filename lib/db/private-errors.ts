import 'server-only';
import { DrizzleQueryError } from 'drizzle-orm';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';

/**
 * A failed statement. Unlike Drizzle's own error it contains no values, and neither does its cause: logging
 * an uncaught error, as Next does, must not write answers, names and email addresses to the log.
 */
class QueryError extends Error {
  override name = 'QueryError';
  /** PostgreSQL's code, or the network's. */
  readonly code?: string;
  readonly constraint?: string;

  constructor(failed: DrizzleQueryError) {
    super(`A statement failed: ${failed.query}`);
    this.code = textOf(failed.cause, 'code');
    this.constraint = textOf(failed.cause, 'constraint');
  }
}

function textOf(cause: unknown, name: string): string | undefined {
  const value = cause instanceof Error ? Reflect.get(cause, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

const MARK = Symbol.for('partner-desk.private-errors');

/**
 * Makes every statement of this copy of Drizzle throw a QueryError. Drizzle has no hook for this: its one
 * method that runs statements is wrapped, and a version without it fails at start-up.
 */
export function keepErrorsPrivate(): void {
  const prototype = PgPreparedQuery.prototype;
  const run: unknown = Reflect.get(prototype, 'queryWithCache');
  if (typeof run !== 'function') throw new Error('This version of Drizzle runs its statements elsewhere.');
  if (Reflect.has(run, MARK)) return;
  const wrapped = async function (this: unknown, ...given: unknown[]): Promise<unknown> {
    try {
      return await Reflect.apply(run, this, given);
    } catch (error) {
      throw error instanceof DrizzleQueryError ? new QueryError(error) : error;
    }
  };
  Reflect.set(wrapped, MARK, true);
  Reflect.set(prototype, 'queryWithCache', wrapped);
}
