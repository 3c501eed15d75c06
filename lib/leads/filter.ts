import 'server-only';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { LeadsQuery } from '@/lib/core/leads-query';
import { leads } from '@/lib/db/schema/leads';
import { toSpan } from '@/lib/forms/day-span';
import { toSearchQuery } from './search-words';
import { visibleTo } from './visible-to';

/** The viewer's leads that match the query's filters. Agents can filter only by their own id. */
export function matching(viewer: Viewer, query: LeadsQuery, timeZone: string): SQL | undefined {
  const words = toSearchQuery(query.q);
  const { since, until } = toSpan(query, timeZone);
  return and(
    visibleTo(viewer),
    query.status ? eq(leads.status, query.status) : undefined,
    query.agent ? eq(leads.agentId, query.agent) : undefined,
    words ? sql`${leads.search} @@ ${words}::tsquery` : undefined,
    since ? gte(leads.submittedAt, since) : undefined,
    until ? lt(leads.submittedAt, until) : undefined,
  );
}
