import 'server-only';
import { isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { getOwn } from '@/lib/core/own';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import type { Field } from '@/lib/forms/field';
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
  field: z
    .object({
      id: z.string(),
      placement: z.enum(['standard', 'custom']),
      /** The labels of its choices that differ from their values, former ones included. */
      labels: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
  /** The last lead that is up to date, in the order of their ids; null once all are. */
  filledTo: z.string().nullable(),
});

const COMPANY_FIELD = { name: 'company-field', schema: settingSchema } as const;

export type CompanyField = NonNullable<z.output<typeof settingSchema>['field']>;
/** A field of the form, with its choices. */
type ListedField = GuessedField & Pick<Field, 'options'>;
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
  { fields, now }: { fields: readonly ListedField[]; now: Date },
): Promise<void> {
  const last = (await getCompanySetting(tx))?.field;
  const field = determine({ fields, overrides: await readRoles(tx), last });
  if (sameField(last, field)) return;
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

type Known = {
  fields: readonly ListedField[];
  overrides: ReadonlyMap<string, RoleOverride>;
  last: CompanyField | null | undefined;
};

function determine({ fields, overrides, last }: Known): CompanyField | null {
  const field = fieldWithRole(fields, { role: 'company', roles: rolesOf(fields, overrides) });
  if (!field) return null;
  const { id, placement, options = [] } = field;
  const named = options.map(({ value, label }) => [String(value), label] as const);
  // A choice that the form no longer has keeps its last label.
  const former = last?.id === id ? last.labels : undefined;
  const labels = {
    ...former,
    ...Object.fromEntries(named.filter(([value, label]) => label && label !== value)),
  };
  return { id, placement, ...(Object.keys(labels).length > 0 && { labels }) };
}

/** An answer to the company field as people read it; undefined if it is none. */
export function companyText({ labels = {} }: CompanyField, answer: unknown): string | undefined {
  if (typeof answer !== 'string' && typeof answer !== 'number') return undefined;
  return (getOwn(labels, String(answer)) ?? String(answer)).trim() || undefined;
}

function sameField(one: CompanyField | null | undefined, other: CompanyField | null): boolean {
  if (!one || !other) return one === other;
  return one.id === other.id && one.placement === other.placement && sameLabels(one.labels, other.labels);
}

function sameLabels(one: CompanyField['labels'] = {}, other: CompanyField['labels'] = {}): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([value, label]) => getOwn(other, value) === label)
  );
}
