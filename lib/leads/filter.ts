import 'server-only';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Actor, Viewer } from '@/lib/auth/viewer';
import { type LeadsQuery, NO_AGENT } from '@/lib/core/leads-query';
import { importRows, imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { type Span, toSpan } from '@/lib/forms/day-span';
import { isWaitingBefore, waitingBefore } from '@/lib/response-times/waiting';
import { isFound } from './search-tokens';
import { isUnread } from './unread';
import { ownImports, visibleTo } from './visible-to';

type Listing = {
  query: LeadsQuery;
  timeZone: string;
  /** From when leads have been waiting is counted. */
  now?: Date;
  /** What `findStatuses` says about the query's status. */
  statuses: string[] | undefined;
};

/** The viewer's leads that match the query's filters. Agents can filter only by their own id. */
export function filterLeads(viewer: Viewer, listing: Listing): SQL | undefined {
  const { query, timeZone, statuses, now = new Date() } = listing;
  return and(
    visibleTo(viewer),
    isOfAgent(query.agent),
    isInStatus(statuses),
    isWaitingBefore(waitingBefore(query.waiting, now)),
    isSubmittedIn(toSpan(query, timeZone)),
    query.import ? isOfImport(viewer, query.import) : undefined,
    query.show === 'unread' ? isUnread(viewer) : undefined,
    isFound(query.q),
  );
}

/** The leads of an agent, or of none; undefined for those of all. */
export function isOfAgent(agent: string): SQL | undefined {
  return agent ? eq(leads.agentId, agent === NO_AGENT ? '' : agent) : undefined;
}

/** The leads in one of these statuses; undefined for those in any. */
export function isInStatus(statuses: string[] | undefined): SQL | undefined {
  const [first, ...others] = statuses ?? [];
  // As a comparison, so that the index of a status has the order of submission.
  if (first !== undefined && others.length === 0) return eq(leads.status, first);
  return statuses && inArray(leads.status, statuses);
}

/** The leads that were submitted since one time and before another. */
export function isSubmittedIn({ since, until }: Span): SQL | undefined {
  return and(since && gte(leads.submittedAt, since), until && lt(leads.submittedAt, until));
}

/**
 * The leads that rows of an import became; none if it is not the viewer's. Looked up by their ids, however many leads
 * there are.
 */
function isOfImport(viewer: Actor, importId: string): SQL {
  const became = sql`select ${submissions.leadId} from ${submissions} where ${isSentBy(viewer, importId)}`;
  return sql`${leads.id} = any (array(${became}))`;
}

/** The submissions of an import; none if it is not the viewer's. */
export function isSentBy(viewer: Actor, importId: string): SQL {
  return sql`${submissions.id} = any (array(select ${importRows.submissionId} from ${importRows}
    join ${imports} on ${imports.id} = ${importRows.importId}
    where ${imports.id} = ${importId} and ${ownImports(viewer)} and ${importRows.state} = 'stored'))`;
}
