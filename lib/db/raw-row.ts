import 'server-only';
import type { SQL } from 'drizzle-orm';
import type { Db } from './handle';

/** The rows of a raw statement: each driver wraps them differently. */
export async function rowsOf(db: Db, statement: SQL): Promise<Record<string, unknown>[]> {
  const result: unknown = await db.execute(statement);
  return Array.isArray(result) ? result : result instanceof Object ? (Reflect.get(result, 'rows') ?? []) : [];
}

/** The first of them; empty if there is none. */
export async function firstRow(db: Db, statement: SQL): Promise<Record<string, unknown>> {
  return (await rowsOf(db, statement))[0] ?? {};
}
