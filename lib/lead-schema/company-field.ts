import 'server-only';
import { isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { getOwn } from '@/lib/core/own';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import { toFieldText } from '@/lib/forms/answer-text';
import type { Field } from '@/lib/forms/field';
import { type FieldRole, fieldWithRole, type GuessedField, rolesOf } from '@/lib/forms/field-roles';
import { enqueue } from '@/lib/jobs/enqueue';

/**
 * Which fields of the form say who a lead is: the company's, and those of email, phone and website. The mirror
 * keeps what it makes of each lead's answers to them, so that leads can be found and sorted by company, and
 * recognised; every lead is read again for it when one of the fields is another one.
 */

/** The topic of the job that brings companies and keys of all leads up to date. */
export const COMPANY_FILL = 'leads.fill-company';
export const COMPANY_FILL_KEY = 'all';

const placeSchema = z.object({ id: z.string(), placement: z.enum(['standard', 'custom']) });

const settingSchema = z.object({
  /** Null: the form has no field for the company. */
  field: z
    .object({
      ...placeSchema.shape,
      /** The labels of its choices that differ from their values, former ones included. */
      labels: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
  /** Absent if it was stored before leads had keys. */
  contact: z
    .object({
      email: placeSchema.optional(),
      phone: placeSchema.optional(),
      website: placeSchema.optional(),
    })
    .optional(),
  /** The last lead that is up to date, in the order of their ids; null once all are. */
  filledTo: z.string().nullable(),
});

const COMPANY_FIELD = { name: 'company-field', schema: settingSchema } as const;

export type FieldPlace = z.output<typeof placeSchema>;
export type CompanyField = NonNullable<z.output<typeof settingSchema>['field']>;
type ContactFields = NonNullable<z.output<typeof settingSchema>['contact']>;
/** The fields that say who a lead is, as far as the form has them. */
export type KeyFields = ContactFields & { company?: CompanyField };
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

/** The fields that say who a lead is; none before a form was read. */
export async function getKeyFields(db: Db): Promise<KeyFields> {
  const setting = await getCompanySetting(db);
  return setting ? toKeyFields(setting) : {};
}

/** The fields of a setting. */
export function toKeyFields({ field, contact }: CompanySetting): KeyFields {
  return { ...contact, company: field ?? undefined };
}

/** Until the transaction ends, the company field stays as `getCompanyField` reads it from now on. */
export const keepCompanyField = sql`pg_advisory_xact_lock_shared(${sql.raw(String(ADVISORY_LOCKS.companyField))})`;

/**
 * Determines these fields anew, in the transaction in which the form or an admin's role changed. If one is
 * another, all leads are brought up to date in the background.
 */
export async function updateCompanyField(
  tx: Db,
  { fields, now }: { fields: readonly ListedField[]; now: Date },
): Promise<void> {
  const last = await getCompanySetting(tx);
  const next = determine({ fields, overrides: await readRoles(tx), last: last?.field });
  if (sameFields(last, next)) return;
  await lockUntilCommit(tx, ADVISORY_LOCKS.companyField);
  await writeSetting(tx, COMPANY_FIELD, { value: { ...next, filledTo: '' }, now });
  await enqueue(tx, { topic: COMPANY_FILL, key: COMPANY_FILL_KEY, runAt: now });
}

/** Notes how far leads are up to date, unless a field was changed meanwhile. */
export async function recordFilled(tx: Db, setting: CompanySetting, now: Date): Promise<boolean> {
  await tx.execute(sql`select ${keepCompanyField}`);
  if (!sameFields(await getCompanySetting(tx), setting)) return false;
  await writeSetting(tx, COMPANY_FIELD, { value: setting, now });
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

/** The part of the setting that is determined by the form. */
type Determined = Pick<CompanySetting, 'field' | 'contact'>;

function determine({ fields, overrides, last }: Known): Determined {
  const roles = rolesOf(fields, overrides);
  const placeOf = (role: FieldRole) => {
    const field = fieldWithRole(fields, { role, roles });
    return field && { id: field.id, placement: field.placement };
  };
  const contact = { email: placeOf('email'), phone: placeOf('phone'), website: placeOf('website') };
  return { field: toCompanyField(fieldWithRole(fields, { role: 'company', roles }), last), contact };
}

function toCompanyField(field: ListedField | undefined, last: Known['last']): CompanyField | null {
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
  const options = Object.entries(labels).map(([value, label]) => ({ value, label, active: true }));
  const [text] = toFieldText({ id: '', label: '', kind: 'picklist', options }, answer).values;
  return text?.trim() || undefined;
}

function sameFields(one: Determined | undefined, other: Determined): boolean {
  return sameField(one?.field, other.field) && sameContact(one?.contact, other.contact);
}

function sameContact(one: ContactFields | undefined, other: ContactFields | undefined): boolean {
  if (!one || !other) return one === other;
  return (['email', 'phone', 'website'] as const).every((role) => samePlace(one[role], other[role]));
}

function samePlace(one: FieldPlace | undefined, other: FieldPlace | undefined): boolean {
  return one?.id === other?.id && one?.placement === other?.placement;
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
