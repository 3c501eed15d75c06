import 'server-only';
import { and, desc, eq, inArray, lt, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { oldestRetained, type Retention } from '@/lib/core/retention';
import type { Db } from '@/lib/db/handle';
import { auditLog, mails, rateLimits } from '@/lib/db/schema/admin';
import { fullSyncs } from '@/lib/db/schema/connection';
import { drafts } from '@/lib/db/schema/drafts';
import { importFiles, imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';
import { sessions, signInLinks } from '@/lib/db/schema/people';
import { pendingEdits } from '@/lib/db/schema/timeline';
import { viewAs } from '@/lib/db/schema/view-as';
import { webhookDeliveries, webhookQuarantine } from '@/lib/db/schema/webhooks';
import { retainedSince } from '@/lib/drafts/drafts';
import { keepSentKeys } from '@/lib/imports/sent-keys';
import type { JobOutcome } from '@/lib/jobs/job';
import { MAILS_RETAINED_MS } from '@/lib/mail/lifetimes';
import { warnOfDrafts } from '@/lib/notices/warn-of-drafts';
import { readRetention } from '@/lib/retention/retention';

const DAY_MS = 24 * 3_600_000;
/** Rows that are only ever needed within minutes of being written. */
const PASSING_MS = DAY_MS;

/** Rows removed by one statement: its locks are short, and so is the wait for them. */
const BATCH = 1_000;
/** A process that shuts down waits no longer than that. */
const RUN_MS = 3_000;

type Old = {
  table: PgTable;
  id: PgColumn;
  where: SQL | undefined;
  /** Runs first, in the same transaction. */
  allow?: SQL;
  /** Keeps what outlives these rows, in the same transaction. */
  keep?: (tx: Db, ids: string[]) => Promise<void>;
};

/**
 * Tells people of drafts that expire soon, then removes old rows for a few seconds; runs again immediately if there are
 * more, otherwise in a day.
 */
export async function purgeOld(db: Db, { clock }: { clock: () => Date }): Promise<JobOutcome> {
  const now = clock();
  const retention = await readRetention(db);
  await warnOfDrafts(db, { retainedFor: retention.drafts, now });
  for (const old of listExpired(db, { now, retention })) {
    for (let removed = BATCH; removed === BATCH; ) {
      if (clock().getTime() - now.getTime() > RUN_MS) return { kind: 'repeat', at: clock() };
      removed = await removeSome(db, old);
    }
  }
  return { kind: 'repeat', at: new Date(now.getTime() + DAY_MS) };
}

/**
 * Makes the space of removed and replaced rows reusable. Only for the embedded database: it has no
 * autovacuum, so otherwise a table grows with every change, and the planner does not know any table's size.
 * It has no checkpointer either: without one its log grows with every change until the process ends, and the
 * next start after a crash replays all of it.
 */
export async function vacuumEmbedded(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
  await db.execute(sql`checkpoint`);
}

function listExpired(db: Db, { now, retention }: { now: Date; retention: Retention }): Old[] {
  return [...listChosen(db, { now, retention }), ...listPassing(now)];
}

/** What admins choose the time of. */
function listChosen(db: Db, { now, retention }: { now: Date; retention: Retention }): Old[] {
  const before = (time: PgColumn | SQL, kind: keyof Retention) => {
    const oldest = oldestRetained(retention[kind], now);
    return oldest ? sql`${time} < ${oldest.toISOString()}::timestamptz` : sql`false`;
  };
  const lastComplete = db
    .select({ id: fullSyncs.id })
    .from(fullSyncs)
    .where(eq(fullSyncs.state, 'complete'))
    .orderBy(desc(fullSyncs.startedOrder))
    .limit(1);
  return [
    {
      table: webhookDeliveries,
      id: webhookDeliveries.id,
      where: before(webhookDeliveries.lastAt, 'history'),
    },
    {
      table: webhookQuarantine,
      id: webhookQuarantine.id,
      where: before(webhookQuarantine.firstAt, 'history'),
    },
    {
      table: fullSyncs,
      id: fullSyncs.id,
      where: and(
        before(fullSyncs.startedAt, 'history'),
        ne(fullSyncs.state, 'running'),
        notInArray(fullSyncs.id, lastComplete),
      ),
    },
    // Nobody saved them since, nor got them from a colleague.
    { table: drafts, id: drafts.id, where: before(retainedSince, 'drafts') },
    // Nobody changed them since; with their rows.
    {
      table: imports,
      id: imports.id,
      where: and(before(imports.updatedAt, 'imports'), notInArray(imports.state, ['sending', 'paused'])),
      keep: keepSentKeys,
    },
    { table: notices, id: notices.id, where: before(notices.at, 'notices') },
    // What a person is told of is kept as long as what the log says of it.
    { table: viewAs, id: viewAs.id, where: before(viewAs.startedAt, 'audit') },
    {
      table: auditLog,
      id: auditLog.id,
      where: before(auditLog.at, 'audit'),
      allow: sql`select set_config('partner_desk.expires_audit', 'yes', true)`,
    },
  ];
}

/** What is needed only for a time that nobody has to choose. */
function listPassing(now: Date): Old[] {
  const passing = new Date(now.getTime() - PASSING_MS);
  return [
    { table: pendingEdits, id: pendingEdits.id, where: lt(pendingEdits.at, passing) },
    // Its upload was cut off.
    {
      table: imports,
      id: imports.id,
      where: and(lt(imports.updatedAt, passing), eq(imports.state, 'storing')),
    },
    // Its person did not go on to choose the columns.
    { table: importFiles, id: importFiles.importId, where: lt(importFiles.createdAt, passing) },
    { table: rateLimits, id: rateLimits.key, where: lt(rateLimits.nextAt, passing) },
    { table: signInLinks, id: signInLinks.id, where: lt(signInLinks.expiresAt, passing) },
    { table: mails, id: mails.id, where: lt(mails.createdAt, new Date(now.getTime() - MAILS_RETAINED_MS)) },
    { table: sessions, id: sessions.id, where: lte(sessions.expiresAt, now) },
    // Tombstones with the time of their row: of leads that were requested and never read. As long as a list
    // shows such a lead, it is read again and again, and its tombstone stays.
    {
      table: leads,
      id: leads.id,
      where: and(lt(leads.confirmedAt, passing), eq(leads.deletedAt, leads.submittedAt)),
    },
  ];
}

function removeSome(db: Db, { table, id, where, allow, keep }: Old): Promise<number> {
  return db.transaction(async (tx) => {
    if (allow) await tx.execute(allow);
    const some = tx.select({ id }).from(table).where(where).limit(BATCH);
    if (keep) {
      const ids = (await some.for('update')).map((row) => String(row.id));
      await keep(tx, ids);
      await tx.delete(table).where(inArray(id, ids));
      return ids.length;
    }
    const removed = await tx.delete(table).where(inArray(id, some)).returning({ id });
    return removed.length;
  });
}
