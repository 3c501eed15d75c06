import 'server-only';
import type { sql } from 'drizzle-orm';
import type { Db } from './handle';

/** The first row of a raw statement: each driver wraps rows differently. */
export async function firstRow(db: Db, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>> {
  const result: unknown = await db.execute(statement);
  const rows = Array.isArray(result) ? result : result instanceof Object ? Reflect.get(result, 'rows') : [];
  return rows[0] ?? {};
}
