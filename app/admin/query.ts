import 'server-only';
import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { toOutcomeFilter } from '@/lib/core/leads-query';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { agents } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findValueCurrency } from '@/lib/lead-schema/schema';
import { countAllLeads } from '@/lib/leads/all-leads';
import { countConflicts } from '@/lib/leads/conflicts';
import type { Count } from '@/lib/leads/matching';
import { countQuarantinedLeads } from '@/lib/leads/quarantined-leads';
import { findStatuses } from '@/lib/leads/statuses-of';
import { countWaiting } from '@/lib/people/list-people';
import { addDays, mondayOf } from '@/lib/reports/period';
import { isBlocked } from '@/lib/submissions/blocked-rows';
import { findStopped } from '@/lib/sync/stopped';

/** What was won is counted for this many days. */
const WON_DAYS = 90;
/** For how many days at least a lead has been waiting that is counted; a choice of the list's filter. */
const LONG_WAIT_DAYS = '7';
/** An organization without a lead for this many days is quiet. */
const QUIET_DAYS = 28;
const MAX_QUIET = 5;
const DAY_MS = 86_400_000;

/** The program in figures, as of now. Weeks begin on Monday (UTC). */
export type Program = {
  week: { from: string; leads: number; before: number };
  /** Leads of the last 90 days that are won; their value unless admins hide it. */
  won: { from: string; leads: number; value?: number; currency?: string };
  /** Waiting for a response for more than these days. */
  waiting: Count & { days: string };
  /** Organizations whose first lead is of this month. */
  newOrganizations: number;
  /** Organizations without a lead for four weeks, the last one first. */
  quiet: { count: number; first: { id: string; name: string; lastAt: Date }[] };
};

/** What waits for a decision of an admin: how many, of each kind. */
export type Needs = {
  submissions: number;
  rejectedOwners: number;
  missing: number;
  quarantinedLeads: number;
  conflicts: number;
  people: number;
};

/** The figures of the admin's home. */
export async function getProgram(db: Db, now: Date): Promise<Program> {
  const waitingBefore = new Date(now.getTime() - Number(LONG_WAIT_DAYS) * DAY_MS);
  const anyLead = { q: '', organization: '', agent: '', status: '' };
  const [recent, waiting, organizations] = await Promise.all([
    readRecent(db, now),
    countAllLeads(db, { ...anyLead, waitingBefore }),
    readOrganizations(db, now),
  ]);
  return { ...recent, waiting: { ...waiting, days: LONG_WAIT_DAYS }, ...organizations };
}

async function readRecent(db: Db, now: Date): Promise<Pick<Program, 'week' | 'won'>> {
  const [monday, today] = [mondayOf(now), now.toISOString().slice(0, 10)];
  const [before, from] = [addDays(monday, -7), addDays(today, -WON_DAYS)];
  const won = await findStatuses(db, toOutcomeFilter('won'));
  const isWon = inArray(leads.status, won ?? []);
  const [[row], hidesValue, currency] = await Promise.all([
    db
      .select({
        week: countOf(gte(leads.submittedAt, startOf(monday))),
        before: countOf(and(gte(leads.submittedAt, startOf(before)), lt(leads.submittedAt, startOf(monday)))),
        won: countOf(isWon),
        value: sql`sum(${leads.value}) filter (where ${isWon})`.mapWith(Number),
      })
      .from(leads)
      .where(and(isNull(leads.deletedAt), gte(leads.submittedAt, startOf(from)))),
    isValueHidden(db),
    findValueCurrency(db),
  ]);
  const value = hidesValue ? undefined : (row?.value ?? undefined);
  return {
    week: { from: monday, leads: row?.week ?? 0, before: row?.before ?? 0 },
    won: { from, leads: row?.won ?? 0, value, currency },
  };
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
const countOf = (condition: SQL | undefined) => sql`count(*) filter (where ${condition})`.mapWith(Number);

const edgesSchema = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      is_new: z.boolean(),
      is_quiet: z.boolean(),
      last_at: z.coerce.date(),
    }),
  ),
});

/** By the first and the last lead of each organization, each found in an index. */
async function readOrganizations(db: Db, now: Date): Promise<Pick<Program, 'newOrganizations' | 'quiet'>> {
  const month = `${now.toISOString().slice(0, 7)}-01T00:00:00Z`;
  const quietSince = new Date(now.getTime() - QUIET_DAYS * DAY_MS).toISOString();
  const found = await db.execute(sql`
    select id, name, last_at, first_at >= ${month}::timestamptz as is_new,
      last_at < ${quietSince}::timestamptz as is_quiet
    from (select id, name,
        (select min(submitted_at) from leads where organization_id = organizations.id and deleted_at is null) as first_at,
        (select max(submitted_at) from leads where organization_id = organizations.id and deleted_at is null) as last_at
      from organizations) as edges
    where first_at >= ${month}::timestamptz or last_at < ${quietSince}::timestamptz
    order by last_at desc, id`);
  const { rows } = edgesSchema.parse(found);
  const quiet = rows.filter((row) => row.is_quiet);
  return {
    newOrganizations: rows.filter((row) => row.is_new).length,
    quiet: {
      count: quiet.length,
      first: quiet
        .slice(0, MAX_QUIET)
        .map(({ id, name, last_at: lastAt }) => ({ id, name: name ?? shortId(id), lastAt })),
    },
  };
}

/** @param adminEmails admins by the settings, who do not wait for a membership */
export async function getNeeds(db: Db, adminEmails: readonly string[]): Promise<Needs> {
  const [reviews, stopped, quarantinedLeads, conflicts, people] = await Promise.all([
    countReviews(db),
    findStopped(db),
    countQuarantinedLeads(db),
    countConflicts(db),
    countWaiting(db, adminEmails),
  ]);
  return { ...reviews, missing: stopped?.missing ?? 0, quarantinedLeads, conflicts, people };
}

/** Agent by agent, in the index of owners: those in review are few among all that were ever sent. */
async function countReviews(db: Db): Promise<Pick<Needs, 'submissions' | 'rejectedOwners'>> {
  const owner = sql`(${agents.organizationId}, ${agents.id})`;
  const [row] = await db
    .select({
      submissions: sql`count(*) filter (where not (${isBlocked}))`.mapWith(Number),
      rejectedOwners: sql`count(distinct ${owner}) filter (where ${isBlocked})`.mapWith(Number),
    })
    .from(agents)
    .innerJoin(
      submissions,
      and(
        eq(submissions.organizationId, agents.organizationId),
        eq(submissions.agentId, agents.id),
        eq(submissions.state, 'review'),
      ),
    );
  return row ?? { submissions: 0, rejectedOwners: 0 };
}
