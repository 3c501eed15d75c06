import 'server-only';
import { count, isNull, sql } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { StatusTextPart, StatusTexts } from '@/lib/core/default-labels';
import { shortDigest } from '@/lib/core/ids';
import {
  orderStatuses,
  type StatusOverrides,
  type StoredStatusOverride,
  type StoredStatusOverrides,
  statusOverridesFor,
  type Tone,
} from '@/lib/core/status-labels';
import type { Db } from '@/lib/db/handle';
import { statusSettings } from '@/lib/db/schema/admin';
import { leads } from '@/lib/db/schema/leads';
import { LOCALE_NAMES, type Locale } from '@/lib/i18n/locales';
import { getTextLanguage } from './text-language';

/** How admins want the vendor's statuses shown; one small row per status that differs from the usual. */

/** A status that leads have, or that an admin named. */
export type ListedStatus = { status: string; leads: number; overrides?: StoredStatusOverride };

/** The maximum a page lists: with more, a vendor's statuses are not words; the rest is counted. */
const MAX_STATUSES = 50;

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

/** What a page shows of a text, for its form to send back; short, because the form has a thousand texts. */
export const textVersion = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : shortDigest(text, 12);

/** One text about a status in one language; absent is none. `was`: the version that the page showed. */
type TextChange = { language: Locale; part: StatusTextPart; was?: string; text?: string };

/** What an admin changed about one status: only what differs from what the page showed. */
export type StatusChange = {
  status: string;
  texts: readonly TextChange[];
  /** null: the usual one. */
  tone?: Tone | null;
  /** Its place in the list, from 1. */
  place?: number;
};

/**
 * Changes texts, colors and places of statuses. What no change names stays, so that two admins may work on the page at the
 * same time; of the same text the last one wins.
 *
 * @returns the texts that were replaced although the page did not show them
 */
export async function saveStatuses(
  db: Db,
  { changes, by, at }: { changes: readonly StatusChange[]; by: Actor; at: Date },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockStatusOverrides(tx);
    const main = await getTextLanguage(tx);
    const stored = await getStoredStatusOverrides(tx);
    const replaced: string[] = [];
    for (const change of changes) {
      const before = stored.get(change.status) ?? {};
      replaced.push(...(await saveStatus(tx, change, { before, main, by, at })));
    }
    await saveOrder(tx, { changes, by, at });
    await tx.delete(statusSettings).where(SAYS_NOTHING);
    return replaced;
  });
}

/** A row without any override is deleted. */
const SAYS_NOTHING = sql`${statusSettings.texts} = '{}'::jsonb and ${statusSettings.tone} is null
  and ${statusSettings.position} is null and ${statusSettings.translations} = '{}'::jsonb`;

type Saving = { before: StoredStatusOverride; main: Locale; by: Actor; at: Date };

/** @returns the texts that were replaced although the page did not show them */
async function saveStatus(
  tx: Db,
  { status, texts: changed, tone }: StatusChange,
  { before, main, by, at }: Saving,
): Promise<string[]> {
  const all = new Map(Object.entries({ ...before.translations, [main]: pick(before) }));
  const details = new Map<Locale, AuditDetail>();
  const replaced: string[] = [];
  if (tone !== undefined && tone !== (before.tone ?? null)) {
    details.set(main, { toneWas: before.tone ?? null, tone });
  }
  for (const { language, part, was, text } of changed) {
    const { [part]: now, ...others } = all.get(language) ?? {};
    if (now === text) continue;
    if (now !== undefined && textVersion(now) !== was) replaced.push(now);
    all.set(language, { ...others, ...(text !== undefined && { [part]: text }) });
    const detail: AuditDetail = { [`${part}Was` as const]: now ?? null, [part]: text ?? null };
    details.set(language, { ...details.get(language), ...detail });
  }
  const written = [...all].filter(([language, each]) => language !== main && Object.keys(each).length > 0);
  const set = {
    texts: all.get(main) ?? {},
    translations: Object.fromEntries(written),
    ...(tone !== undefined && { tone }),
  };
  await tx
    .insert(statusSettings)
    .values({ status, ...set })
    .onConflictDoUpdate({ target: statusSettings.status, set });
  for (const [language, changes] of details) {
    const detail = { ...(language !== main && { language: LOCALE_NAMES[language] }), ...changes };
    await writeAudit(tx, { by, event: 'status.changed', subject: status, detail, at });
  }
  return replaced;
}

/** Puts statuses in their new places. From then on all listed ones have a place of their own. */
async function saveOrder(
  tx: Db,
  { changes, by, at }: { changes: readonly StatusChange[]; by: Actor; at: Date },
): Promise<void> {
  const places = new Map(changes.flatMap(({ status, place }) => (place ? [[status, place]] : [])));
  if (places.size === 0) return;
  const before = (await listStatuses(tx)).rows.map(({ status }) => status);
  // Between two that stay: behind the one whose place it takes if it comes from above, else before it.
  const keyOf = (status: string) => {
    const from = before.indexOf(status) + 1;
    const to = places.get(status) ?? from;
    return to + Math.sign(to - from) / 2;
  };
  const order = before.toSorted((one, other) => keyOf(one) - keyOf(other));
  await tx
    .insert(statusSettings)
    .values(order.map((status, index) => ({ status, position: index + 1 })))
    .onConflictDoUpdate({
      target: statusSettings.status,
      set: { position: sql`excluded.${sql.identifier(statusSettings.position.name)}` },
    });
  for (const subject of places.keys()) {
    const [placeWas, place] = [before.indexOf(subject) + 1, order.indexOf(subject) + 1];
    if (placeWas === place) continue;
    await writeAudit(tx, { by, event: 'status.changed', subject, detail: { placeWas, place }, at });
  }
}

/** Locks the overrides until the transaction ends: places depend on each other, and texts on the default language. */
export async function lockStatusOverrides(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${statusSettings} in share row exclusive mode`);
}

function toStatusOverride(row: typeof statusSettings.$inferSelect): StoredStatusOverride {
  const { texts, tone, position, translations } = row;
  return {
    ...texts,
    ...(tone !== null && { tone }),
    ...(position !== null && { position }),
    ...(Object.keys(translations).length > 0 && { translations }),
  };
}

/** The texts in the desk's own language. */
function pick({ tone: _, position: __, translations: ___, ...texts }: StoredStatusOverride): StatusTexts {
  return texts;
}
