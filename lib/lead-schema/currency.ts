import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';

/**
 * The currency of a lead's `value`, if the schema in force names one. Extracted inside the database: the list
 * needs one word of a schema that may contain thousands of choices.
 */
export async function findValueCurrency(db: Db): Promise<string | undefined> {
  const path = '$.fields[*] ? (@.id == "value").currency';
  const [row] = await db
    .select({
      currency: sql<
        string | null
      >`jsonb_path_query_first(${schemaVersions.schema}, ${path}::jsonpath) #>> '{}'`,
    })
    .from(schemaState)
    .innerJoin(schemaVersions, eq(schemaVersions.version, schemaState.version));
  return row?.currency ?? undefined;
}
