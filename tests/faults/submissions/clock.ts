import { dirname } from 'node:path';
import { and, eq, gt, isNotNull, isNull, like, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Db, notify, openDatabase } from '@/lib/db/handle';
import { DRIZZLE } from '@/lib/db/migrate';
import { fullSyncs } from '@/lib/db/schema/connection';
import { jobs } from '@/lib/db/schema/jobs';
import { submissions } from '@/lib/db/schema/submissions';
import { JOBS_WAKE } from '@/lib/jobs/enqueue';
import type { Desk } from '../../support/desk/desk';
import { untilQuiet } from '../../support/desk/quiet';
import { until } from '../../support/desk/until';

/** Longer than the ten minutes after which what was not found is sent once more. */
export const ALL_SEARCHES_MINUTES = 11;

/**
 * Lets this many minutes pass for pending submissions, and makes their work due. Full syncs grow older, too:
 * one from before a search was due must not count for it. On PGlite the desk is stopped for it.
 */
export async function passMinutes(desk: Desk, minutes: number): Promise<void> {
  const passed = sql`interval '1 minute' * ${sql.raw(String(minutes))}`;
  await whileStopped(desk, (db) =>
    db.transaction(async (tx) => {
      await tx.update(fullSyncs).set({
        startedAt: sql`${fullSyncs.startedAt} - ${passed}`,
        finishedAt: sql`${fullSyncs.finishedAt} - ${passed}`,
      });
      const moved = await tx
        .update(submissions)
        .set({
          attemptedAt: sql`${submissions.attemptedAt} - ${passed}`,
          firstAttemptedAt: sql`${submissions.firstAttemptedAt} - ${passed}`,
        })
        .where(isNotNull(submissions.attemptedAt))
        .returning({ id: submissions.id });
      if (moved.length === 0) throw new Error('No submission was ever attempted: for whom should time pass?');
      await makeDue(tx);
    }),
  );
}

/**
 * Lets this many minutes pass, waits until the list was read once more because of that, and has submissions
 * that wait for it check the mirror immediately: what can be found is found, the rest is decided.
 */
export async function passSearches(desk: Desk, minutes: number): Promise<void> {
  const before = await desk.vendor.logSeq();
  await passMinutes(desk, minutes);
  const isListed = async () => (await desk.vendor.readLog(before)).some(({ route }) => route === 'list');
  await until('the list is read again', isListed, { withinMs: 30_000 });
  await untilQuiet(desk);
  await whileStopped(desk, makeDue);
}

/** Makes the backoffs and lookups of submissions due now. */
export async function makeDue(db: Db): Promise<void> {
  await db
    .update(jobs)
    .set({ runAt: sql`now()` })
    .where(
      and(
        like(jobs.topic, 'submission.%'),
        gt(jobs.runAt, sql`now()`),
        isNull(jobs.lease),
        isNull(jobs.deadAt),
      ),
    );
  await notify(db, JOBS_WAKE);
}

/** Expires all leases, as if their holders had been silent for 20 s. */
export function lapseLeases(db: Db) {
  const before = sql`now() - interval '1 second'`;
  return db.update(jobs).set({ leaseUntil: before, runAt: before }).where(isNotNull(jobs.lease));
}

/** The submission's row. PostgreSQL only. */
export async function readRow(desk: Desk, id: string) {
  const [row] = await tablesOf(desk).select().from(submissions).where(eq(submissions.id, id));
  if (!row) throw new Error(`There is no submission ${id}.`);
  return row;
}

/** @throws {Error} on PGlite, where only the desk itself reads the tables */
export function tablesOf({ sql: pool }: Desk): Db {
  if (!pool) throw new Error('Nobody else can read the tables of a desk on PGlite.');
  return drizzle(pool, DRIZZLE);
}

/** Edits the tables of a desk whose processes run (PostgreSQL) or were killed (both). */
export async function inTables(desk: Desk, work: (db: Db) => Promise<unknown>): Promise<void> {
  if (desk.sql) return void (await work(tablesOf(desk)));
  const { db, close } = await openDatabase({ DATA_DIR: dirname(desk.sandboxFile) });
  try {
    await work(db);
  } finally {
    await close();
  }
}

async function whileStopped(desk: Desk, work: (db: Db) => Promise<unknown>): Promise<void> {
  if (desk.sql) return inTables(desk, work);
  const [web] = desk.webs;
  await web?.stop();
  await inTables(desk, work);
  await web?.start();
}
