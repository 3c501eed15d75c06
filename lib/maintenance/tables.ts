import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { rowsOf } from '@/lib/db/raw-row';

/** Names are quoted where SQL needs it. */
export type Table = {
  name: string;
  /** Those that are written; not the generated ones. */
  columns: { name: string; type: string }[];
  /** Whether its rows hold bytes, which may be megabytes. */
  hasFiles: boolean;
};

const rowSchema = z.object({
  name: z.string(),
  needs: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});

const TABLES = sql`select quote_ident(relname) as name,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum), '[]')
    from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
  (select coalesce(jsonb_agg(quote_ident(f.relname)), '[]') from pg_constraint join pg_class f on f.oid = confrelid
    where conrelid = t.oid and contype = 'f' and confrelid <> t.oid) as needs
  from pg_class t where relkind = 'r' and relnamespace = to_regnamespace(quote_ident(current_schema())) order by relname`;

/**
 * The tables of a desk, each after those that its foreign keys refer to.
 *
 * @throws {Error} if they refer to each other
 */
export async function listTables(db: Db): Promise<Table[]> {
  return inOrder(rowSchema.array().parse(await rowsOf(db, TABLES))).map(({ name, columns }) => ({
    name,
    columns,
    hasFiles: columns.some(({ type }) => type === 'bytea'),
  }));
}

/** Each after what it needs, otherwise in the given order. */
export function inOrder<T extends { name: string; needs: readonly string[] }>(tables: readonly T[]): T[] {
  const left = [...tables];
  const done: T[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ needs }) => !left.some(({ name }) => needs.includes(name)));
    if (next === -1)
      throw new Error(`Tables refer to each other: ${left.map(({ name }) => name).join(', ')}`);
    done.push(...left.splice(next, 1));
  }
  return done;
}
