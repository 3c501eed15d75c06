import 'server-only';
import { and, count, desc, eq, gte, isNotNull, isNull, lt, max, min, sql, sum } from 'drizzle-orm';
import { z } from 'zod';
import { getServiceHealth, type ServiceHealth } from '@/lib/connection/health';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { serviceTokens, sweeps } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { webhookQuarantine, webhookReceivers } from '@/lib/db/schema/webhooks';
import { getPatchReplaces } from '@/lib/edits/whole-custom-fields';
import type { SchemaNote } from '@/lib/forms/field';
import { getLabels } from '@/lib/lead-schema/labels';
import { findSchema } from '@/lib/lead-schema/schema';
import { countConflicts } from '@/lib/leads/conflicts';
import { getListOmits } from '@/lib/leads/list-omits';
import { countUnapplied } from '@/lib/leads/unapplied';
import { countWaiting } from '@/lib/people/list-people';
import { readOffTopics } from '@/lib/webhooks/off-topics';
import { countByState, type StateCount } from './submissions/query';
import { countWrongPairs } from './submissions/wrong-pairs';

/** The desk's health at a glance, from our database only. */
export type Overview = {
  service: ServiceHealth;
  schema?: { checkedAt: Date; fields: number; notes: SchemaNote[] };
  webhooks: {
    topic: string;
    live: boolean;
    lastDeliveryAt: Date | null;
    rejected: number;
    lastRejectedAt: Date | null;
    /** A second subscription is replacing the first. */
    rotating: boolean;
  }[];
  quarantined: number;
  sweep?: {
    state: string;
    startedAt: Date;
    seen: number;
    repaired: number;
    suspects: number;
    /** Leads of the list that could not be applied, and unreadable entries. */
    setAside: number;
    unreadable: number;
    detail: string | null;
    /** While it runs, how the one before ended: what that found is open until this one ends. */
    before?: { state: string; detail: string | null };
    /** The first sync of all leads: new rows are not repairs. */
    isFirst: boolean;
    /** Repairs of the last week, by all sweeps after the first sync. */
    repairedLately: number;
  };
  leads: number;
  /** Leads that could not be applied, by a sweep or a later read. */
  unapplied: number;
  /** Leads about which the portal contradicts itself. */
  conflicts: number;
  /** The labels of fields that the portal's list omits; undefined while unknown. */
  listOmits: string[] | undefined;
  /** An update empties the custom fields that it does not contain. */
  patchReplaces: boolean;
  /** Leads to be read individually, because the list omits some of their fields. */
  unread: number;
  submissions: StateCount[];
  /** Pairs of organization and agent that the portal refuses: submissions wait for them. */
  wrongPairs: number;
  jobs: WaitingJobs;
  mails: WaitingMails;
  /** People who signed up and have no membership. */
  unlinked: number;
  /** When the access token expires; undefined before the first. Never the token itself. */
  tokenUntil?: Date;
  database: { version: string; bytes: number };
  /** Topics whose subscription an admin deleted. */
  off: readonly string[];
};

const LATELY_MS = 7 * 24 * 3_600_000;

/**
 * Reads the overview. Takes a dozen small queries; for admins only.
 *
 * @param adminEmails admins by the settings, who do not wait for a membership
 */
export async function getOverview(
  db: Db,
  { now, adminEmails }: { now: Date; adminEmails: readonly string[] },
): Promise<Overview> {
  const [
    service,
    known,
    webhooks,
    quarantined,
    sweep,
    mirrored,
    unapplied,
    rows,
    submissions,
    wrongPairs,
    queue,
    waitingMails,
    unlinked,
    own,
  ] = await Promise.all([
    getServiceHealth(db),
    findSchema(db),
    listReceivers(db),
    countQuarantined(db),
    readSweep(db, now),
    countLive(db),
    countUnapplied(db),
    readListRows(db),
    countByState(db),
    countWrongPairs(db),
    countJobs(db, now),
    countMails(db, now),
    countWaiting(db, adminEmails),
    readOwn(db),
  ]);
  const { schema } = known ?? {};
  return {
    service,
    schema: known &&
      schema && { checkedAt: known.checkedAt, fields: schema.fields.length, notes: schema.notes },
    webhooks,
    quarantined,
    sweep,
    leads: mirrored,
    unapplied,
    ...rows,
    submissions,
    wrongPairs,
    jobs: queue,
    mails: waitingMails,
    unlinked,
    ...own,
  };
}

async function listReceivers(db: Db) {
  const isStanding = isNull(webhookReceivers.retiredAt);
  const rows = await db
    .select({
      topic: webhookReceivers.topic,
      live: sql<boolean>`bool_or(${and(isNotNull(webhookReceivers.secret), isStanding)})`,
      rotating: sql<boolean>`count(*) filter (where ${isStanding}) > 1`,
      lastDeliveryAt: max(webhookReceivers.lastDeliveryAt),
      rejected: sql<number>`sum(${webhookReceivers.rejected})::int`,
      lastRejectedAt: max(webhookReceivers.lastRejectedAt),
    })
    .from(webhookReceivers)
    .groupBy(webhookReceivers.topic)
    .orderBy(webhookReceivers.topic);
  return rows;
}

async function countQuarantined(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(webhookQuarantine);
  return row?.count ?? 0;
}

const databaseSchema = z.object({
  rows: z.tuple([z.object({ version: z.string(), bytes: z.coerce.number() })]),
});

/** The desk's own state: its token, its database, and what an admin switched off. */
async function readOwn(db: Db): Promise<Pick<Overview, 'tokenUntil' | 'database' | 'off'>> {
  const [token] = await db.select({ until: max(serviceTokens.expiresAt) }).from(serviceTokens);
  const found = await db.execute(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`);
  const [database] = databaseSchema.parse(found).rows;
  return { tokenUntil: token?.until ?? undefined, database, off: await readOffTopics(db) };
}

async function readSweep(db: Db, now: Date) {
  const [row, before] = await db
    .select({
      state: sweeps.state,
      startedAt: sweeps.startedAt,
      seen: sweeps.seen,
      repaired: sweeps.repaired,
      suspects: sweeps.suspects,
      setAside: sweeps.setAside,
      unreadable: sweeps.unreadable,
      detail: sweeps.detail,
    })
    .from(sweeps)
    .orderBy(desc(sweeps.startedOrder))
    .limit(2);
  if (!row) return undefined;
  const [filled] = await whenFilled(db);
  const since = new Date(now.getTime() - LATELY_MS);
  const isFirst = !filled?.at || row.startedAt < filled.at;
  const repairedLately = await countRepairs(db, since);
  return { ...row, before: row.state === 'running' ? before : undefined, isFirst, repairedLately };
}

/** When the first complete sweep ended. */
function whenFilled(db: Db) {
  return db
    .select({ at: min(sweeps.finishedAt) })
    .from(sweeps)
    .where(eq(sweeps.state, 'complete'));
}

/** Without the first complete sweep and earlier ones: filling an empty mirror repairs nothing. */
async function countRepairs(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: sum(sweeps.repaired).mapWith(Number) })
    .from(sweeps)
    .where(and(gte(sweeps.startedAt, since), gte(sweeps.startedAt, whenFilled(db))));
  return row?.count ?? 0;
}

async function readListRows(
  db: Db,
): Promise<Pick<Overview, 'listOmits' | 'unread' | 'conflicts' | 'patchReplaces'>> {
  const unread = await db.$count(leads, and(leads.needsRead, isNull(leads.deletedAt)));
  const [omits, labelOf] = [await getListOmits(db), await getLabels(db)];
  const listOmits = omits?.map((key) => labelOf(key.replace(/^customFields\./, '')).label);
  return {
    listOmits,
    unread,
    conflicts: await countConflicts(db),
    patchReplaces: await getPatchReplaces(db),
  };
}

async function countLive(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(leads).where(isNull(leads.deletedAt));
  return row?.count ?? 0;
}

/** Jobs that have been due for over a minute without a claim, and dead jobs. */
type WaitingJobs = { late: number; dead: number };

/** Emails that the mail server has not taken for minutes, and when the oldest was written. */
type WaitingMails = { waiting: number; since?: Date };

const LATE_MS = 60_000;
/** A mail server that is restarted takes mails again sooner. */
const MAIL_LATE_MS = 5 * 60_000;

async function countJobs(db: Db, now: Date): Promise<WaitingJobs> {
  const overdue = and(isNull(jobs.deadAt), lt(jobs.runAt, new Date(now.getTime() - LATE_MS)));
  const [late] = await db.select({ count: count() }).from(jobs).where(overdue);
  const [dead] = await db.select({ count: count() }).from(jobs).where(isNotNull(jobs.deadAt));
  return { late: late?.count ?? 0, dead: dead?.count ?? 0 };
}

async function countMails(db: Db, now: Date): Promise<WaitingMails> {
  const isLate = lt(mails.createdAt, new Date(now.getTime() - MAIL_LATE_MS));
  const [row] = await db
    .select({ waiting: count(), since: min(mails.createdAt) })
    .from(mails)
    .where(isLate);
  return { waiting: row?.waiting ?? 0, since: row?.since ?? undefined };
}
