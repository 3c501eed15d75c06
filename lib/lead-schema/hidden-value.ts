import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';

/**
 * True if admins hide the standard field `value`: then no page of an agent shows or adds up the values of
 * leads. Not while the portal requires it, as for every hidden field. Extracted inside the database, because a
 * schema may contain thousands of choices.
 */
export async function isValueHidden(db: Db): Promise<boolean> {
  const required = '$.fields[*] ? (@.id == "value" && @.required == true)';
  const [row] = await db
    .select({ id: fieldSettings.fieldId })
    .from(schemaState)
    .innerJoin(schemaVersions, eq(schemaVersions.version, schemaState.version))
    .innerJoin(fieldSettings, and(eq(fieldSettings.fieldId, 'value'), fieldSettings.hidden))
    .where(sql`not ${schemaVersions.schema} @? ${required}::jsonpath`);
  return row !== undefined;
}
