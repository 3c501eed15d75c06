import 'server-only';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { LeadsQuery } from '@/lib/core/leads-query';
import { leads } from '@/lib/db/schema/leads';
import { withOffset } from '@/lib/forms/dates';
import { toSearchQuery } from './search-words';
import { visibleTo } from './visible-to';

/** The last day that fits into ten characters; no day comes after it. */
const LAST_DAY = '9999-12-31';

/** The viewer's leads that match the query's filters. Agents can filter only by their own id. */
export function matching(viewer: Viewer, query: LeadsQuery, timeZone: string): SQL | undefined {
  const words = toSearchQuery(query.q);
  return and(
    visibleTo(viewer),
    query.status ? eq(leads.status, query.status) : undefined,
    query.agent ? eq(leads.agentId, query.agent) : undefined,
    words ? sql`${leads.search} @@ ${words}::tsquery` : undefined,
    query.from ? gte(leads.submittedAt, startOfDay(query.from, timeZone)) : undefined,
    query.to && query.to !== LAST_DAY
      ? lt(leads.submittedAt, startOfDay(dayAfter(query.to), timeZone))
      : undefined,
  );
}

/**
 * The first moment of a day in the person's time zone; one hour later where a clock change skips midnight.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = withOffset(`${day}T00:00`, timeZone);
  const start = midnight.ok ? midnight : withOffset(`${day}T01:00`, timeZone);
  const instant = new Date(start.ok ? start.iso : '');
  // Before the calendar reform of 1582 offsets are unreliable: some of them are days.
  return Number.isNaN(instant.getTime()) ? new Date(`${day}T00:00:00Z`) : instant;
}

/** The following day, both as YYYY-MM-DD. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
