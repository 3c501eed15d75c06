import 'server-only';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';

/** What was measured; without any, there is neither a median nor what nine in ten stay within. */
export type MeasuredTimes = { count: number; medianMs?: number; p90Ms?: number };

type TimesQuery = {
  /** Without one: of all organizations. Who asks decides whose times they may see. */
  organizationId?: string;
  /** When the response came, or the status was left: from this moment on. */
  from: Date;
  /** And before this one. */
  to?: Date;
};

/** From when a lead came until the portal first changed its status. Clocks differ: a response may precede its lead. */
const responseMs = sql`(extract(epoch from greatest(${leads.firstResponseAt} - coalesce(${leads.portalCreatedAt}, ${leads.submittedAt}), interval '0')) * 1000)::double precision`;
const tookMs = sql`${timeline.tookMs}::double precision`;

/** How long leads waited for the vendor's first response. */
export async function readResponseTimes(db: Db, query: TimesQuery): Promise<MeasuredTimes> {
  const rows = await db.select(measured(responseMs)).from(leads).where(responses(query));
  return toTimes(rows[0]);
}

/** How long leads were in each status that they left. */
export async function readStatusTimes(db: Db, query: TimesQuery): Promise<Map<string, MeasuredTimes>> {
  const status = sql<string>`${timeline.detail}->>'from'`;
  const rows = await db
    .select({ status, ...measured(tookMs) })
    .from(timeline)
    .where(
      and(
        sql`${timeline.tookMs} is not null`,
        inQuery(query, { organizationId: timeline.organizationId, at: timeline.at }),
      ),
    )
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.status, toTimes(row)]));
}

function responses(query: TimesQuery): SQL | undefined {
  return and(
    sql`${leads.responseKnown}`,
    inQuery(query, { organizationId: leads.organizationId, at: leads.firstResponseAt }),
  );
}

function inQuery(
  { organizationId, from, to }: TimesQuery,
  columns: { organizationId: PgColumn; at: PgColumn },
): SQL | undefined {
  return and(
    organizationId === undefined ? undefined : eq(columns.organizationId, organizationId),
    gte(columns.at, from),
    to && lt(columns.at, to),
  );
}

function measured(ms: SQL) {
  return {
    count: sql<number>`count(*)::int`,
    median: sql<number | null>`percentile_cont(0.5) within group (order by ${ms})`,
    p90: sql<number | null>`percentile_cont(0.9) within group (order by ${ms})`,
  };
}

function toTimes(row?: { count: number; median: number | null; p90: number | null }): MeasuredTimes {
  return {
    count: row?.count ?? 0,
    medianMs: row?.median ?? undefined,
    p90Ms: row?.p90 ?? undefined,
  };
}
