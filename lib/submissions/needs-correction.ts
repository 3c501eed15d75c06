import 'server-only';
import { and, count, eq, gte, isNull, lt } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { LeadsQuery } from '@/lib/core/leads-query';
import { foldLetters } from '@/lib/core/plain-letters';
import type { Db } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { toSpan } from '@/lib/forms/day-span';
import { isSentBy } from '@/lib/leads/filter';
import type { PendingRow } from '@/lib/leads/list-view';
import { isFoundBy, toSearchTokens } from '@/lib/leads/search-tokens';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';
import { listRows } from './pending';

/**
 * The limit up to which they are read, sorted and counted in memory: more uncorrected submissions are not
 * realistic.
 */
const MAX_READ = 1_000;

const REFUSED = eq(submissions.state, 'refused');

/**
 * The number of the viewer's submissions that were refused, by the portal or an admin, and not corrected
 * since.
 */
export async function countNeedsCorrection(db: Db, viewer: Viewer): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(submissions)
    .where(and(submissionsVisibleTo(viewer), REFUSED, isNull(submissions.replacedBy)));
  return row?.count ?? 0;
}

/** One page of them, filtered and sorted by the query, with their number. */
export async function listNeedsCorrection(
  db: Db,
  viewer: Viewer,
  { query, timeZone }: { query: LeadsQuery; timeZone: string },
): Promise<{ rows: PendingRow[]; pageCount: number; total: { count: number; capped: boolean } }> {
  const { agent, size } = query;
  const { since, until } = toSpan(query, timeZone);
  const where = and(
    REFUSED,
    agent ? eq(submissions.agentId, agent) : undefined,
    query.import ? isSentBy(viewer, query.import) : undefined,
    since ? gte(submissions.createdAt, since) : undefined,
    until ? lt(submissions.createdAt, until) : undefined,
  );
  const read = await listRows(db, viewer, { where, limit: MAX_READ + 1 });
  const rows = read
    .slice(0, MAX_READ)
    .filter(query.q.trim() === '' ? () => true : isFoundBySearch(query.q))
    .sort(byOrder(query));
  const pageCount = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(query.page, pageCount);
  return {
    rows: rows.slice((page - 1) * size, page * size),
    pageCount,
    total: { count: rows.length, capped: read.length > MAX_READ },
  };
}

/** Searches as for leads: by parts of words in name, email address or company. */
export function isFoundBySearch(q: string): (row: PendingRow) => boolean {
  const tokens = toSearchTokens(q);
  return ({ name, email, company = '' }) =>
    tokens.length > 0 && tokens.every((word) => isFoundBy(word, `${name} ${email} ${company}`));
}

function byOrder({ sort, dir }: LeadsQuery) {
  const keyOf: Record<LeadsQuery['sort'], (row: PendingRow) => string | number> = {
    submitted: ({ submittedAt }) => submittedAt,
    changed: ({ since }) => since,
    // Those without a company come last, by name.
    company: ({ company, name, email }) =>
      company ? `0${foldLetters(company)}` : `1${foldLetters(name || email)}`,
    name: ({ name, email }) => foldLetters(name || email),
    status: ({ state }) => state,
    value: ({ value = -Infinity }) => value,
  };
  const sign = dir === 'asc' ? 1 : -1;
  return (one: PendingRow, other: PendingRow) => {
    const [left, right] = [keyOf[sort](one), keyOf[sort](other)];
    if (left === right) return one.id < other.id ? -sign : sign;
    return left < right ? -sign : sign;
  };
}
