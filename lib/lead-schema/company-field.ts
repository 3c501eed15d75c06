import 'server-only';
import { isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import { type FieldRole, fieldWithRole, type GuessedField, rolesOf } from '@/lib/forms/field-roles';
import { enqueue } from '@/lib/jobs/enqueue';

/**
 * Which field of the form is the company's. The mirror keeps each lead's answer to it, so that leads can be
 * found and sorted by company; every lead is read again for it when the field is another one.
 */

/** The topic of the job that brings the companies of all leads up to date. */
export const COMPANY_FILL = 'leads.fill-company';
export const COMPANY_FILL_KEY = 'all';

const settingSchema = z.object({
  /** Null: the form has no field for the company. */
  field: z.object({ id: z.string(), placement: z.enum(['standard', 'custom']) }).nullable(),
  /** The last lead that is up to date, in the order of their ids; null once all are. */
  filledTo: z.string().nullable(),
});

const COMPANY_FIELD = { name: 'company-field', schema: settingSchema } as const;

export type CompanyField = NonNullable<z.output<typeof settingSchema>['field']>;
export type CompanySetting = z.output<typeof settingSchema>;

/** The field and how far leads are up to date with it; undefined before a form was read. */
export async function getCompanySetting(db: Db): Promise<CompanySetting | undefined> {
  return (await readSetting(db, COMPANY_FIELD))?.value;
}

/** The field of the form that is the company's; undefined if none is known. */
export async function getCompanyField(db: Db): Promise<CompanyField | undefined> {
  return (await getCompanySetting(db))?.field ?? undefined;
}

/** Until the transaction ends, the company field stays as `getCompanyField` reads it from now on. */
export const keepCompanyField = sql`pg_advisory_xact_lock_shared(${sql.raw(String(ADVISORY_LOCKS.companyField))})`;

/**
 * Determines the company field anew, in the transaction in which the form or an admin's role changed. If it is
 * another one, all leads are brought up to date in the background.
 */
export async function updateCompanyField(
  tx: Db,
  { fields, now }: { fields: readonly GuessedField[]; now: Date },
): Promise<void> {
  const field = determine(fields, await readRoles(tx));
  if (sameField((await getCompanySetting(tx))?.field, field)) return;
  await lockUntilCommit(tx, ADVISORY_LOCKS.companyField);
  await writeSetting(tx, COMPANY_FIELD, { value: { field, filledTo: '' }, now });
  await enqueue(tx, { topic: COMPANY_FILL, key: COMPANY_FILL_KEY, runAt: now });
}

/** Notes how far leads are up to date, unless the field was changed meanwhile. */
export async function noteFilled(tx: Db, { field, filledTo }: CompanySetting, now: Date): Promise<boolean> {
  await tx.execute(sql`select ${keepCompanyField}`);
  if (!sameField((await getCompanySetting(tx))?.field, field)) return false;
  await writeSetting(tx, COMPANY_FIELD, { value: { field, filledTo }, now });
  return true;
}

type RoleOverride = { role?: FieldRole; hidden: boolean };

/** The roles that admins chose, and the fields that they hid. */
async function readRoles(tx: Db): Promise<Map<string, RoleOverride>> {
  const { fieldId, role, hidden } = fieldSettings;
  const rows = await tx
    .select({ fieldId, role, hidden })
    .from(fieldSettings)
    .where(or(isNotNull(role), hidden));
  return new Map(rows.map((row) => [row.fieldId, { role: row.role ?? undefined, hidden: row.hidden }]));
}

function determine(
  fields: readonly GuessedField[],
  overrides: ReadonlyMap<string, RoleOverride>,
): CompanyField | null {
  const field = fieldWithRole(fields, { role: 'company', roles: rolesOf(fields, overrides) });
  return field ? { id: field.id, placement: field.placement } : null;
}

function sameField(one: CompanyField | null | undefined, other: CompanyField | null): boolean {
  if (!one || !other) return one === other;
  return one.id === other.id && one.placement === other.placement;
}
