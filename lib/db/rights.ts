import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from './handle';
import { firstRow } from './raw-row';

/** What the user of the connection may not do. */
export type MissingRights = {
  /** It may not read or change one of the desk's tables: as after a copy was restored as another user. */
  tables: boolean;
  /** Statements for the owner of the database, which let this user create tables; empty if it may. */
  grants: string[];
};

/**
 * The tables of a desk are in the schema of the connection; the list of migrations has its own. `has_*_privilege`
 * is null for what does not exist.
 */
const RIGHTS = sql`select
  quote_ident(current_user) as role,
  quote_ident(current_database()) as database,
  quote_ident(coalesce(current_schema(), 'public')) as schema,
  has_database_privilege(current_database(), 'CREATE') as may_create_schema,
  coalesce(has_schema_privilege(to_regnamespace(quote_ident(coalesce(current_schema(), 'public')))::oid, 'CREATE'), false)
    as may_create_table,
  coalesce(has_schema_privilege(to_regnamespace('drizzle')::oid, 'USAGE, CREATE'), true) as may_use_list,
  not exists (
    select from pg_class
    where relkind = 'r' and relnamespace in (to_regnamespace('drizzle'), to_regnamespace(quote_ident(current_schema())))
      and not (has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
        and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE'))
  ) as may_use_tables`;

/**
 * The rights that the user of `db` lacks to start a desk. Changes nothing.
 *
 * @param isBehind whether tables are still to be created; the right to create a schema is needed at every start,
 * because PostgreSQL asks for it even if the schema exists
 */
export async function findMissingRights(db: Db, { isBehind }: { isBehind: boolean }): Promise<MissingRights> {
  const row = await firstRow(db, RIGHTS);
  const grants = [
    ...(row.may_create_schema ? [] : [`GRANT CREATE ON DATABASE ${row.database} TO ${row.role};`]),
    ...(row.may_create_table || !isBehind
      ? []
      : [`GRANT USAGE, CREATE ON SCHEMA ${row.schema} TO ${row.role};`]),
  ];
  return { tables: !(row.may_use_list && row.may_use_tables), grants };
}
