import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { orderStatuses, type StatusOverride, type StatusOverrides } from '@/lib/core/status-words';
import type { Db } from '@/lib/db/handle';
import { statusSettings } from '@/lib/db/schema/admin';
import { leadTotals } from '@/lib/db/schema/leads';

/** How admins want the vendor's statuses shown; one small row per status with a name. */

/** A status that leads have, or that an admin named. */
export type ListedStatus = { status: string; leads: number; overrides?: StatusOverride };

/** The maximum a page lists: with more, a vendor's statuses are not words; the rest is counted. */
const MAX_STATUSES = 200;

/** All overrides, including those for statuses that no lead has. Read once per request. */
export async function getStatusOverrides(db: Db): Promise<StatusOverrides> {
  const rows = await db.select().from(statusSettings);
  return new Map(rows.map((row) => [row.status, toStatusOverride(row)]));
}

/** The statuses of all leads and all that were ever named, in the order of the pipeline. */
export async function listStatuses(db: Db): Promise<{ rows: ListedStatus[]; more: number }> {
  const count = sql<number>`sum(${leadTotals.count})`.mapWith(Number);
  const [seen, overrides] = await Promise.all([
    db.select({ status: leadTotals.status, leads: count }).from(leadTotals).groupBy(leadTotals.status),
    getStatusOverrides(db),
  ]);
  const leads = new Map(seen.map((row) => [row.status, row.leads]));
  const statuses = [...new Set([...leads.keys(), ...overrides.keys()])]
    .map(
      (status): ListedStatus => ({ status, leads: leads.get(status) ?? 0, overrides: overrides.get(status) }),
    )
    .filter((row) => row.leads > 0 || row.overrides);
  return {
    rows: orderStatuses(statuses, overrides).slice(0, MAX_STATUSES),
    more: Math.max(0, statuses.length - MAX_STATUSES),
  };
}

/**
 * Names a status; empty settings remove the name. The last of two admins wins.
 *
 * @returns the previous settings, so that the caller can detect that they were outdated on the page
 */
export async function setStatusDisplay(
  db: Db,
  { status, display, by, at }: { status: string; display: StatusOverride; by: Actor; at: Date },
): Promise<StatusOverride> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${statusSettings} in share row exclusive mode`);
    const before = (await getStatusOverrides(tx)).get(status) ?? {};
    const set = { label: display.label ?? null, tone: display.tone ?? null };
    if (set.label === null && set.tone === null && before.position === undefined) {
      await tx.delete(statusSettings).where(eq(statusSettings.status, status));
    } else {
      await tx
        .insert(statusSettings)
        .values({ status, ...set })
        .onConflictDoUpdate({ target: statusSettings.status, set });
    }
    const detail = differences(before, display);
    if (Object.keys(detail).length > 0) {
      await writeAudit(tx, { by, event: 'status.changed', subject: status, detail, at });
    }
    return before;
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
    await tx.execute(sql`lock table ${statusSettings} in share row exclusive mode`);
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

function toStatusOverride(row: typeof statusSettings.$inferSelect): StatusOverride {
  const { label, tone, position } = row;
  return {
    ...(label !== null && { label }),
    ...(tone !== null && { tone }),
    ...(position !== null && { position }),
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
