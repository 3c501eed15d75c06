import 'server-only';
import { DrizzleQueryError } from 'drizzle-orm';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';

/**
 * A statement that failed. Unlike Drizzle's own error it holds no values, and neither does its cause: whoever
 * logs an error nobody caught, as Next does, must not write down answers, names and e-mail addresses.
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
 * Has every statement of this copy of Drizzle fail with a QueryError. Drizzle offers no place to do so: its
 * one way to run a statement is wrapped, and a version that has none stops the start.
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
