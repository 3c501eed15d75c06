import 'server-only';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import { compareSchemas, type SchemaChange } from '@/lib/forms/schema-changes';

/** One version of the portal's form, as first read by this desk. */
export type HistoryEntry = {
  version: string;
  firstSeenAt: Date;
  fields: number;
  isInForce: boolean;
  /** The differences from the previous version; absent for the very first one. */
  changes?: SchemaChange[];
};

export type SchemaHistory = {
  entries: HistoryEntry[];
  page: number;
  pages: number;
  total: number;
  /** True if there are more than are listed. */
  isCapped: boolean;
};

/**
 * The number of versions on the page, in all and per page: each is a whole form, and is compared with
 * another.
 */
const MAX_VERSIONS = 50;
const PER_PAGE = 10;

/** The latest versions of the portal's form, newest first, with what each changed. */
export async function getSchemaHistory(db: Db, { page }: { page: number }): Promise<SchemaHistory> {
  const [counted] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(schemaVersions);
  const total = counted?.count ?? 0;
  const pages = Math.max(1, Math.ceil(Math.min(total, MAX_VERSIONS) / PER_PAGE));
  const shown = Math.min(Math.max(page, 1), pages);
  const rows = await db
    .select({
      version: schemaVersions.version,
      schema: schemaVersions.schema,
      firstSeenAt: schemaVersions.firstSeenAt,
      inForce: schemaState.version,
    })
    .from(schemaVersions)
    .leftJoin(schemaState, eq(schemaState.version, schemaVersions.version))
    .orderBy(desc(schemaVersions.firstSeenAt), desc(schemaVersions.version))
    // One more than is shown, to compare the last one shown with.
    .limit(PER_PAGE + 1)
    .offset((shown - 1) * PER_PAGE);
  const entries = rows.slice(0, PER_PAGE).map(({ version, schema, firstSeenAt, inForce }, index) => {
    const former = rows[index + 1];
    const changes = former && compareSchemas(former.schema, schema);
    return { version, firstSeenAt, fields: schema.fields.length, isInForce: inForce !== null, changes };
  });
  return { entries, page: shown, pages, total, isCapped: total > MAX_VERSIONS };
}
