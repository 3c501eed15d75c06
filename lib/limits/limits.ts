import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { rateLimits } from '@/lib/db/schema/admin';

/** A rate limit: a burst of `burst`, and one more every `everyMs`. */
export type Limit = { name: string; burst: number; everyMs: number };

/** Whether it is allowed now, and if not, in how many milliseconds. */
export type Turn = { allowed: true } | { allowed: false; retryAfterMs: number };

/**
 * Takes a turn under a rate limit shared by all processes, in one statement: GCRA, by the database's clock. A
 * refused turn costs nothing, so waiting as told always succeeds.
 *
 * @param subject what the limit counts for, such as a person or a host; hashed, because it may be an email
 * address
 */
export async function consumeLimit(db: Db, task: { limit: Limit; subject: string }): Promise<Turn> {
  const { limit } = task;
  const key = keyOf(task);
  const { every, tolerance, isAhead, isFree } = conditionsOf(limit);
  const taken = await db
    .insert(rateLimits)
    .values({ key, nextAt: sql`clock_timestamp() + ${every}` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        nextAt: sql`case when ${isAhead} then clock_timestamp()
          else greatest(${rateLimits.nextAt}, clock_timestamp()) end + ${every}`,
        refused: 0,
      },
      setWhere: isFree,
    })
    .returning({ key: rateLimits.key });
  if (taken.length > 0) return { allowed: true };
  const waitMs = sql<number>`extract(epoch from ${rateLimits.nextAt} - ${tolerance} - clock_timestamp()) * 1000`;
  const [limited] = await db
    .select({ waitMs: waitMs.mapWith(Number) })
    .from(rateLimits)
    .where(eq(rateLimits.key, key));
  return { allowed: false, retryAfterMs: Math.max(1, Math.ceil(limited?.waitMs ?? 0)) };
}

/** Whether a turn would be allowed now; takes none. */
export async function hasTurn(db: Db, task: { limit: Limit; subject: string }): Promise<boolean> {
  const taken = and(eq(rateLimits.key, keyOf(task)), not(conditionsOf(task.limit).isFree));
  return (await db.$count(rateLimits, taken)) === 0;
}

function conditionsOf({ everyMs, burst }: Limit) {
  const every = milliseconds(everyMs);
  const tolerance = milliseconds(everyMs * (burst - 1));
  // The maximum of a valid time: a later one was written by a clock that was ahead, and would block everyone.
  const isAhead = sql`${rateLimits.nextAt} > clock_timestamp() + ${tolerance} + ${every} + interval '1 minute'`;
  const isFree = sql`(${rateLimits.nextAt} <= clock_timestamp() + ${tolerance} or ${isAhead})`;
  return { every, tolerance, isAhead, isFree };
}

/**
 * Takes a turn, and returns the count since one was last allowed: 1 if it is allowed now. For events to be
 * counted when they are too frequent to log individually.
 */
export async function countTurn(db: Db, task: { limit: Limit; subject: string }): Promise<number> {
  const turn = await consumeLimit(db, task);
  if (turn.allowed) return 1;
  const [counted] = await db
    .update(rateLimits)
    .set({ refused: sql`${rateLimits.refused} + 1` })
    .where(eq(rateLimits.key, keyOf(task)))
    .returning({ refused: rateLimits.refused });
  return (counted?.refused ?? 0) + 1;
}

/** Forgets all turns of a subject: the hash of an address could be found by guessing. */
export async function forgetLimits(db: Db, subject: string): Promise<void> {
  const keys = Object.values(LIMITS).map((limit) => keyOf({ limit, subject }));
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}

/** One row for each limit and subject: subjects must be bounded, or be people. */
function keyOf({ limit, subject }: { limit: Limit; subject: string }): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

const milliseconds = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`;

/** The rate limits. Generous for a person, tight for a program. */
export const LIMITS = {
  /** Requesting sign-in links from one network, if the settings identify it. A whole office may share one. */
  linkClient: { name: 'link-client', burst: 30, everyMs: 10_000 },
  /** Links for one address from one network. */
  mailLink: { name: 'mail-link', burst: 5, everyMs: 3 * 60_000 },
  /** Links for one address from a browser in which it was proven before. */
  knownBrowserLink: { name: 'known-browser-link', burst: 5, everyMs: 3 * 60_000 },
  /** Links for one known address from all other browsers together: the limit of its mailbox. */
  mailbox: { name: 'link-mailbox', burst: 15, everyMs: 3 * 60_000 },
  /** Requesting links for unknown addresses of one domain with a rule. */
  newcomerLinks: { name: 'newcomer-links', burst: 60, everyMs: 15_000 },
  /** Requesting links for unexpected addresses, all together: each writes a useless row. */
  strangerLinks: { name: 'stranger-links', burst: 60, everyMs: 10_000 },
  /** Links actually sent to known people, all together. */
  mailsToKnown: { name: 'mail-links', burst: 60, everyMs: 2_000 },
  /** Links actually sent to newcomers, all together. */
  mailsToNewcomers: { name: 'newcomer-mails', burst: 60, everyMs: 5_000 },
  /** Leads submitted and edited by one person. */
  leadWrites: { name: 'lead-writes', burst: 60, everyMs: 2_000 },
  /** Asking whether what one person types is known already: at most twice a second, while they type. */
  lookUps: { name: 'look-ups', burst: 40, everyMs: 1_500 },
  /** Searching everything by one person: at most a few times a second, while they type. */
  searches: { name: 'searches', burst: 60, everyMs: 500 },
  /** Telling one person that a company is known from another organization. */
  notifiedElsewhere: { name: 'notified-elsewhere', burst: 10, everyMs: 10 * 60_000 },
  /** Drafts saved for one person: one for each pause in typing. */
  draftSaves: { name: 'draft-saves', burst: 120, everyMs: 500 },
  /** Files of leads uploaded by one person. */
  imports: { name: 'imports', burst: 10, everyMs: 30_000 },
  /** Changes of one person's imports: a row is corrected in a second or two. */
  importChanges: { name: 'import-changes', burst: 60, everyMs: 1_000 },
  /** Changes by one admin. */
  adminActions: { name: 'admin-acts', burst: 60, everyMs: 1_000 },
  /** Changed forms tried by one admin: each reads thousands of rows. */
  formPreviews: { name: 'formPreviews', burst: 10, everyMs: 6_000 },
  /** Looking for what is kept about someone, and erasing it, by one admin. */
  erasures: { name: 'erasures', burst: 20, everyMs: 30_000 },
  /** Files exported by one person. */
  exports: { name: 'exports', burst: 10, everyMs: 30_000 },
  /** Verifying receipts from one network, if the settings identify it. */
  verifications: { name: 'verifications', burst: 60, everyMs: 2_000 },
  /** The same from all networks together, where none can be told from another. */
  allVerifications: { name: 'all-verifications', burst: 600, everyMs: 200 },
  /** Audit log entries about one person requesting one admin-only page. */
  denials: { name: 'denials', burst: 1, everyMs: 3_600_000 },
  /** Audit log entries about one admin reading one lead. */
  leadViews: { name: 'lead-views', burst: 1, everyMs: 24 * 3_600_000 },
  /** Audit log entries about one person signing in, or out everywhere. */
  signIns: { name: 'sign-ins', burst: 60, everyMs: 5 * 60_000 },
  /** Audit log entries about one address, or one company account, refused for one reason. */
  refusals: { name: 'refusals', burst: 3, everyMs: 3_600_000 },
  /**
   * Audit log entries about all refused sign-ins: anyone may be able to create an account at the company's
   * provider.
   */
  allRefusals: { name: 'all-refusals', burst: 200, everyMs: 60_000 },
} as const satisfies Record<string, Limit>;
