import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import {
  type FieldOverride,
  type FieldOverrides,
  orderFields,
  overridesFor,
  placeField,
  type StoredFieldOverride,
  type StoredFieldOverrides,
} from '@/lib/forms/field-overrides';
import { type FieldRole, isExclusive } from '@/lib/forms/field-roles';
import { underHeading } from '@/lib/forms/field-translations';
import { updateCompanyField } from './company-field';
import { findSchema } from './schema';

/** How admins want the portal's fields shown; one small row per field that differs from the portal. */

/** The part of a field's override that one form of the page changes. */
export type FieldDisplay = Omit<FieldOverride, 'position' | 'labels'>;

type Change = { by: Actor; at: Date };

/**
 * All overrides, including those for removed fields, with the texts for one reader.
 *
 * @param locale the reader's, as a tag (BCP 47)
 */
export async function getFieldOverrides(db: Db, locale: string): Promise<FieldOverrides> {
  return overridesFor(await getStoredFieldOverrides(db), locale);
}

/** All overrides, with the texts in all languages: for admins, and for what is stored. */
export async function getStoredFieldOverrides(db: Db): Promise<StoredFieldOverrides> {
  const rows = await db.select().from(fieldSettings);
  return new Map(rows.map(({ fieldId, ...row }) => [fieldId, toFieldOverride(row)]));
}

function toFieldOverride(row: Omit<typeof fieldSettings.$inferSelect, 'fieldId'>): StoredFieldOverride {
  const { label, help, groupName, position, hidden, role, translations } = row;
  return {
    ...(label !== null && { label }),
    ...(help !== null && { help }),
    ...(groupName !== null && { group: groupName }),
    ...(position !== null && { position }),
    ...(role !== null && { role }),
    hidden,
    ...(Object.keys(translations).length > 0 && { translations }),
  };
}

/**
 * Sets the texts in the desk's own language, what the field is used as and whether it is hidden; its place and its
 * other texts stay, except for how its former heading reads. The last of two admins wins.
 * A role that only one field can have is taken from the field that had it.
 *
 * @returns the field's previous settings, so that the caller can detect that they were outdated on the page, and
 *   the ids of the fields that lost their role
 */
export async function setFieldDisplay(
  db: Db,
  { fieldId, display, by, at }: Change & { fieldId: string; display: FieldDisplay },
): Promise<{ before: FieldDisplay; takenFrom: string[] }> {
  return db.transaction(async (tx) => {
    const stored = await lockFieldOverrides(tx);
    const before = stored.get(fieldId) ?? { hidden: false };
    const { label = null, help = null, group: groupName = null, role = null, hidden } = display;
    const translations = underHeading(before.translations ?? {}, { group: display.group, stored });
    const set = { label, help, groupName, role, hidden, translations };
    const takenFrom = await takeRole(tx, { fieldId, role, overrides: stored, by, at });
    await tx
      .insert(fieldSettings)
      .values({ fieldId, ...set })
      .onConflictDoUpdate({ target: fieldSettings.fieldId, set });
    await tx.delete(fieldSettings).where(SAYS_NOTHING);
    await updateCompany(tx, at);
    const detail = differences(before, display);
    if (Object.keys(detail).length > 0) {
      await writeAudit(tx, { by, event: 'field.changed', subject: fieldId, detail, at });
    }
    return { before, takenFrom };
  });
}

/** @returns the ids of the other fields that had the role */
async function takeRole(
  tx: Db,
  task: Change & { fieldId: string; role: FieldRole | null; overrides: FieldOverrides },
): Promise<string[]> {
  const { fieldId, role, overrides, by, at } = task;
  if (!role || !isExclusive(role)) return [];
  const others = [...overrides].filter(([id, override]) => id !== fieldId && override.role === role);
  for (const [subject, before] of others) {
    await tx.update(fieldSettings).set({ role: null }).where(eq(fieldSettings.fieldId, subject));
    const detail = differences(before, { ...before, role: undefined });
    await writeAudit(tx, { by, event: 'field.changed', subject, detail, at });
  }
  return others.map(([id]) => id);
}

/**
 * Gives a field a place in the list of all fields. Others with a place of their own are shifted.
 *
 * @param place from 1; 'up' and 'down' by one; 'portal' for the portal's own place
 * @returns the new place; undefined if the portal has no such field
 */
export async function moveField(
  db: Db,
  { fieldId, place, by, at }: Change & { fieldId: string; place: number | 'up' | 'down' | 'portal' },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const overrides = await lockFieldOverrides(tx);
    const fields = (await findSchema(tx))?.schema.fields ?? [];
    const from = placeOf(fields, { overrides, fieldId });
    if (from === undefined) return undefined;
    const places: Map<string, number | null> =
      place === 'portal'
        ? new Map([[fieldId, null]])
        : placeField({ fields, overrides }, { fieldId, position: targetOf(place, from) });
    for (const [id, position] of places) {
      const set = { position };
      await tx
        .insert(fieldSettings)
        .values({ fieldId: id, ...set })
        .onConflictDoUpdate({ target: fieldSettings.fieldId, set });
    }
    await tx.delete(fieldSettings).where(SAYS_NOTHING);
    const to = placeOf(fields, { overrides: await getStoredFieldOverrides(tx), fieldId });
    if (from !== to) {
      const detail = { placeWas: from, place: to ?? null };
      await writeAudit(tx, { by, event: 'field.changed', subject: fieldId, detail, at });
    }
    return to;
  });
}

/** Removes all overrides of a field, also of a removed one. False if there were none. */
export async function resetField(
  db: Db,
  { fieldId, by, at }: Change & { fieldId: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = (await lockFieldOverrides(tx)).get(fieldId);
    if (!before) return false;
    await tx.delete(fieldSettings).where(eq(fieldSettings.fieldId, fieldId));
    await updateCompany(tx, at);
    const detail = { ...differences(before, { hidden: false }), reset: true };
    await writeAudit(tx, { by, event: 'field.changed', subject: fieldId, detail, at });
    return true;
  });
}

/** A row without any override is deleted. */
export const SAYS_NOTHING = sql`${fieldSettings.label} is null and ${fieldSettings.help} is null
  and ${fieldSettings.groupName} is null and ${fieldSettings.position} is null and ${fieldSettings.role} is null
  and not ${fieldSettings.hidden} and ${fieldSettings.translations} = '{}'::jsonb`;

async function updateCompany(tx: Db, now: Date): Promise<void> {
  const known = await findSchema(tx);
  if (known) await updateCompanyField(tx, { fields: known.schema.fields, now });
}

/** The overrides, locked until the transaction ends: places depend on each other. */
export async function lockFieldOverrides(tx: Db): Promise<StoredFieldOverrides> {
  await tx.execute(sql`lock table ${fieldSettings} in share row exclusive mode`);
  return getStoredFieldOverrides(tx);
}

function placeOf(
  fields: readonly { id: string }[],
  { overrides, fieldId }: { overrides: StoredFieldOverrides; fieldId: string },
): number | undefined {
  const index = orderFields(fields, overrides).findIndex(({ id }) => id === fieldId);
  return index === -1 ? undefined : index + 1;
}

function targetOf(place: number | 'up' | 'down', from: number): number {
  if (place === 'up') return from - 1;
  return place === 'down' ? from + 1 : place;
}

/** What changed, for the audit log: before and after, null for "as in the portal". */
function differences(before: FieldDisplay, after: FieldDisplay): AuditDetail {
  const detail: AuditDetail = {};
  const toDetails = ({ role: usedAs, ...rest }: FieldDisplay) => ({ ...rest, usedAs });
  const [then, now] = [toDetails(before), toDetails(after)];
  for (const part of ['label', 'help', 'group', 'usedAs', 'hidden'] as const) {
    const [was, is] = [then[part] ?? null, now[part] ?? null];
    if (was === is) continue;
    detail[`${part}Was` as const] = was;
    detail[part] = is;
  }
  return detail;
}
