import 'server-only';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from './handle';
import { deskSettings } from './schema/admin';

/** The names of the stored settings: one row of `desk_settings` each, so they stay as they are. */
type SettingName =
  | 'brand'
  | 'company-field'
  | 'duplicates.elsewhere'
  | 'omitted-fields'
  | 'mails.lead-names'
  | 'patch-replaces'
  | 'people-import'
  | 'retention'
  | 'setup.findings'
  | 'text-language'
  | 'webhooks.off';

/** A stored setting: its name, and the schema of its value. */
export type SettingDefinition<Value> = { name: SettingName; schema: z.ZodType<Value> };

/** The stored value; undefined if there is none, or only one that does not match the schema. */
export async function readSetting<Value>(
  db: Db,
  { name, schema }: SettingDefinition<Value>,
): Promise<{ value: Value; changedAt: Date } | undefined> {
  const [row] = await db.select().from(deskSettings).where(eq(deskSettings.name, name));
  const read = schema.safeParse(row?.value);
  return row && read.success ? { value: read.data, changedAt: row.changedAt } : undefined;
}

/**
 * Stores the value in place of the previous one. If it depends on that one, read and write it under a lock of
 * `ADVISORY_LOCKS`.
 */
export async function writeSetting<Value>(
  tx: Db,
  { name }: SettingDefinition<Value>,
  { value, now }: { value: NoInfer<Value>; now: Date },
): Promise<void> {
  const row = { value, changedAt: now };
  await tx
    .insert(deskSettings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: deskSettings.name, set: row });
}
