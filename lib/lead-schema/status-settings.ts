import 'server-only';
import { count, isNull, sql } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import {
  orderStatuses,
  type StatusOverride,
  type StatusOverrides,
  type StoredStatusOverride,
  type StoredStatusOverrides,
  statusOverridesFor,
} from '@/lib/core/status-words';
import type { Db } from '@/lib/db/handle';
import { statusSettings } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import { LOCALE_NAMES, type Locale } from '@/lib/i18n/locales';
import { getTextLanguage } from './text-language';

/** How admins want the vendor's statuses shown; one small row per status with a name. */

/** A status that leads have, or that an admin named. */
export type ListedStatus = { status: string; leads: number; overrides?: StoredStatusOverride };

/** The maximum a page lists: with more, a vendor's statuses are not words; the rest is counted. */
const MAX_STATUSES = 200;

/**
 * All overrides, including those for statuses that no lead has, with the labels for one reader.
 *
 * @param locale the reader's, as a tag (BCP 47)
 */
export async function getStatusOverrides(db: Db, locale: string): Promise<StatusOverrides> {
  return statusOverridesFor(await getStoredStatusOverrides(db), locale);
}

/**
 * All overrides with the labels in all languages: for admins, and for the order of the statuses, which is the same in
 * every language.
 */
export async function getStoredStatusOverrides(db: Db): Promise<StoredStatusOverrides> {
  const rows = await db.select().from(statusSettings);
  return new Map(rows.map((row) => [row.status, toStatusOverride(row)]));
}

/** The statuses of all leads and all that were ever named, in the order of the pipeline. */
export async function listStatuses(db: Db): Promise<{ rows: ListedStatus[]; more: number }> {
  const [seen, overrides] = await Promise.all([
    db
      .select({ status: leads.status, leads: count() })
      .from(leads)
      .where(isNull(leads.deletedAt))
      .groupBy(leads.status),
    getStoredStatusOverrides(db),
  ]);
  const used = new Map(seen.map((row) => [row.status, row.leads]));
  const statuses = [...new Set([...used.keys(), ...overrides.keys()])]
    .map(
      (status): ListedStatus => ({ status, leads: used.get(status) ?? 0, overrides: overrides.get(status) }),
    )
    .filter((row) => row.leads > 0 || row.overrides);
  return {
    rows: orderStatuses(statuses, overrides).slice(0, MAX_STATUSES),
    more: Math.max(0, statuses.length - MAX_STATUSES),
  };
}

/**
 * Names a status in the desk's own language; empty settings remove that name. The last of two admins wins.
 *
 * @returns the previous settings, so that the caller can detect that they were outdated on the page
 */
export async function setStatusDisplay(
  db: Db,
  { status, display, by, at }: { status: string; display: StatusOverride; by: Actor; at: Date },
): Promise<StoredStatusOverride> {
  return db.transaction(async (tx) => {
    await lockStatusOverrides(tx);
    const before = (await getStoredStatusOverrides(tx)).get(status) ?? {};
    const set = { label: display.label ?? null, tone: display.tone ?? null };
    await tx
      .insert(statusSettings)
      .values({ status, ...set })
      .onConflictDoUpdate({ target: statusSettings.status, set });
    await tx.delete(statusSettings).where(SAYS_NOTHING);
    const detail = differences(before, display);
    if (Object.keys(detail).length > 0) {
      await writeAudit(tx, { by, event: 'status.changed', subject: status, detail, at });
    }
    return before;
  });
}

/** A row without any override is deleted. */
const SAYS_NOTHING = sql`${statusSettings.label} is null and ${statusSettings.tone} is null
  and ${statusSettings.position} is null and ${statusSettings.translations} = '{}'::jsonb`;

/**
 * Names a status in another language than the default one; without a label, people see the one they would see
 * otherwise. The last of two admins wins.
 *
 * @param language its code
 * @returns the previous label, so that the caller can detect that it was outdated on the page; undefined if the
 *   language is the default one now
 */
export async function setStatusLabel(
  db: Db,
  task: { status: string; language: Locale; label?: string; by: Actor; at: Date },
): Promise<{ label?: string } | undefined> {
  const { status, language, label, by, at } = task;
  return db.transaction(async (tx) => {
    await lockStatusOverrides(tx);
    if (language === (await getTextLanguage(tx))) return undefined;
    const { [language]: before, ...others } =
      (await getStoredStatusOverrides(tx)).get(status)?.translations ?? {};
    const set = { translations: { ...others, ...(label !== undefined && { [language]: label }) } };
    await tx
      .insert(statusSettings)
      .values({ status, ...set })
      .onConflictDoUpdate({ target: statusSettings.status, set });
    await tx.delete(statusSettings).where(SAYS_NOTHING);
    if (before !== label) {
      const detail = { language: LOCALE_NAMES[language], labelWas: before ?? null, label: label ?? null };
      await writeAudit(tx, { by, event: 'status.changed', subject: status, detail, at });
    }
    return { label: before };
  });
}

/**
 * Moves a status by one in the order of the pipeline. From then on all listed ones have a place of their own.
 *
 * @returns its new place; undefined if no lead has it
 */
export async function moveStatus(
  db: Db,
  { status, place, by, at }: { status: string; place: 'up' | 'down'; by: Actor; at: Date },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await lockStatusOverrides(tx);
    const order = (await listStatuses(tx)).rows.map((row) => row.status);
    const from = order.indexOf(status);
    if (from === -1) return undefined;
    const to = Math.min(Math.max(from + (place === 'up' ? -1 : 1), 0), order.length - 1);
    const rows = order.toSpliced(from, 1).toSpliced(to, 0, status);
    await tx
      .insert(statusSettings)
      .values(rows.map((each, index) => ({ status: each, position: index + 1 })))
      .onConflictDoUpdate({
        target: statusSettings.status,
        set: { position: sql`excluded.${sql.identifier(statusSettings.position.name)}` },
      });
    if (from !== to) {
      const detail = { placeWas: from + 1, place: to + 1 };
      await writeAudit(tx, { by, event: 'status.changed', subject: status, detail, at });
    }
    return to + 1;
  });
}

/** Locks the overrides until the transaction ends: places depend on each other, and texts on the default language. */
export async function lockStatusOverrides(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${statusSettings} in share row exclusive mode`);
}

function toStatusOverride(row: typeof statusSettings.$inferSelect): StoredStatusOverride {
  const { label, tone, position, translations } = row;
  return {
    ...(label !== null && { label }),
    ...(tone !== null && { tone }),
    ...(position !== null && { position }),
    ...(Object.keys(translations).length > 0 && { translations }),
  };
}

/** What changed, for the audit log: before and after, null for the desk's default. */
function differences(before: StatusOverride, after: StatusOverride): AuditDetail {
  const detail: AuditDetail = {};
  for (const part of ['label', 'tone'] as const) {
    const [was, is] = [before[part] ?? null, after[part] ?? null];
    if (was === is) continue;
    detail[`${part}Was` as const] = was;
    detail[part] = is;
  }
  return detail;
}
