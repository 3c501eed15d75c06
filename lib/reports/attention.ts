import 'server-only';
import { and, eq, isNull, max, min, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { memberships, people } from '@/lib/db/schema/people';
import { type Count, countMatches } from '@/lib/leads/matching';
import {
  isWaiting,
  isWaitingBefore,
  readUsualWait,
  waitingBefore,
  waitingSince,
} from '@/lib/response-times/waiting';
import type { Scope } from './read-sums';

/** What needs somebody now, whatever the period of a report. */

const DAY_MS = 86_400_000;
/** Who sent nothing for so long has gone quiet. */
const SILENT_MS = 28 * DAY_MS;
/** Where nobody knows yet what is usual. */
const LONG_WAIT_DAYS = 14;

/** How many leads have waited for a response for more than this many days: more than usual, if that is known. */
export type LongWait = Count & { days: number; usualMs?: number };

/** In whole days, as the list of leads filters by them. */
export async function readLongWait(
  db: Db,
  { scope: { organizationId }, now }: { scope: Scope; now: Date },
): Promise<LongWait> {
  const usualMs = await readUsualWait(db, { organizationId, now });
  const days = usualMs === undefined ? LONG_WAIT_DAYS : Math.ceil(usualMs / DAY_MS);
  const isLong = isWaitingBefore(waitingBefore(String(days), now));
  return {
    ...(await countMatches(db, and(isOf(leads.organizationId, organizationId), isLong))),
    days,
    usualMs,
  };
}

/** When an agent or organization submitted its latest lead, and since when the one that waits longest for a response does. */
export type Standing = { lastAt: string | undefined; waitingSince: string | undefined };

/** Of each agent of an organization, or of each organization. */
export async function readStandings(db: Db, { organizationId }: Scope): Promise<Map<string, Standing>> {
  const id = organizationId === undefined ? leads.organizationId : leads.agentId;
  const first = sql<Date | null>`min(${waitingSince}) filter (where ${isWaiting})`;
  const rows = await db
    .select({ id, last: max(leads.submittedAt), first: first.mapWith(leads.submittedAt) })
    .from(leads)
    .where(and(isOf(leads.organizationId, organizationId), isNull(leads.deletedAt)))
    .groupBy(id);
  return new Map(
    rows.map((row) => [row.id, { lastAt: row.last?.toISOString(), waitingSince: row.first?.toISOString() }]),
  );
}

/**
 * Whose people could have submitted for four weeks and did not: agents of an organization, or organizations. Managers need
 * not submit, and who has nobody here any more is not waited for.
 */
export async function readSilent(
  db: Db,
  {
    scope: { organizationId },
    standings,
    now,
  }: { scope: Scope; standings: ReadonlyMap<string, Standing>; now: Date },
): Promise<Set<string>> {
  const id = organizationId === undefined ? memberships.organizationId : memberships.agentId;
  const isAgent = organizationId === undefined ? undefined : eq(memberships.role, 'agent');
  const rows = await db
    .select({ id, since: min(memberships.createdAt) })
    .from(memberships)
    .innerJoin(people, and(eq(people.id, memberships.personId), isNull(people.disabledAt)))
    .where(and(isOf(memberships.organizationId, organizationId), isAgent))
    .groupBy(id);
  const limit = new Date(now.getTime() - SILENT_MS).toISOString();
  return new Set(
    rows
      .filter((row) => (standings.get(row.id)?.lastAt ?? row.since?.toISOString() ?? limit) < limit)
      .map((row) => row.id),
  );
}

const isOf = (
  column: typeof leads.organizationId | typeof memberships.organizationId,
  id?: string,
): SQL | undefined => (id === undefined ? undefined : eq(column, id));
