import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeAudit } from '@/lib/audit/write-audit';
import { RETENTION_KINDS, type Retention, USUAL_RETENTION } from '@/lib/core/retention';
import type { Database } from '@/lib/db/handle';
import { auditLog, mails } from '@/lib/db/schema/admin';
import { fullSyncs } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import { sessions } from '@/lib/db/schema/people';
import { pendingEdits } from '@/lib/db/schema/timeline';
import { webhookDeliveries, webhookQuarantine } from '@/lib/db/schema/webhooks';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { triedForMs } from '@/lib/mail/lifetimes';
import { changeRetention } from '@/lib/retention/retention';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, makeLead } from '@/tests/support/rows';
import { purgeOld, vacuumEmbedded } from './purge';

const NOW = new Date('2026-06-01T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const tomorrow = { kind: 'repeat', at: daysAgo(-1) };

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const purge = (clock = () => NOW) => purgeOld(database.db, { clock });

describe('old rows', () => {
  it('are removed: deliveries and their quarantine after 90 days', async () => {
    const { db } = database;
    for (const days of [91, 89]) {
      const at = daysAgo(days);
      const seen = { firstAt: daysAgo(200), lastAt: at, timestamp: at.toISOString() };
      await db
        .insert(webhookDeliveries)
        .values({ receiverId: 'r', topic: 'lead/update', leadId: 'l', ...seen });
      const body = new Uint8Array([1]);
      await db.insert(webhookQuarantine).values({ receiverId: 'r', digest: `${days}`, body, firstAt: at });
    }
    expect(await purge()).toEqual(tomorrow);
    expect(await db.select({ at: webhookDeliveries.lastAt }).from(webhookDeliveries)).toEqual([
      { at: daysAgo(89) },
    ]);
    expect(await db.select({ digest: webhookQuarantine.digest }).from(webhookQuarantine)).toEqual([
      { digest: '89' },
    ]);
  });

  it('are removed: full syncs after 90 days, but never the last complete one nor one that is running', async () => {
    const { db } = database;
    const add = (days: number, state: typeof fullSyncs.$inferInsert.state) =>
      db.insert(fullSyncs).values({ id: `${days} ${state}`, startedAt: daysAgo(days), state });
    await add(101, 'complete');
    await add(100, 'complete');
    await add(99, 'stopped');
    await add(98, 'running');
    await add(1, 'incomplete');
    await purge();
    const retained = await db.select({ id: fullSyncs.id }).from(fullSyncs).orderBy(fullSyncs.id);
    expect(retained.map(({ id }) => id)).toEqual(['1 incomplete', '100 complete', '98 running']);
  });

  it('are removed: emails, but none that may still be tried', async () => {
    const { db } = database;
    const mailOf = (id: string, days: number) => ({
      id,
      kind: 'notices',
      sealed: '',
      createdAt: daysAgo(days),
    });
    await db.insert(mails).values([mailOf('ended', 4.01), mailOf('tried', triedForMs('notices') / DAY_MS)]);
    await purge();
    expect(await db.select({ id: mails.id }).from(mails)).toEqual([{ id: 'tried' }]);
  });

  it('are removed: edits on their way after a day, and sign-ins that ended', async () => {
    const { db } = database;
    const { personId } = await addViewer(db);
    const edit = { leadId: 'l', personId, fieldIds: ['a'] };
    await db.insert(pendingEdits).values([
      { ...edit, at: daysAgo(1.1) },
      { ...edit, at: daysAgo(0.9) },
    ]);
    const session = { personId, createdAt: daysAgo(20) };
    await db.delete(sessions);
    await db.insert(sessions).values([
      { ...session, id: 'ended', expiresAt: daysAgo(0.01) },
      { ...session, id: 'good', expiresAt: daysAgo(-0.01) },
    ]);
    await purge();
    expect(await db.select({ at: pendingEdits.at }).from(pendingEdits)).toEqual([{ at: daysAgo(0.9) }]);
    expect(await db.select({ id: sessions.id }).from(sessions)).toEqual([{ id: 'good' }]);
  });

  it('are removed: what is known of leads that were requested and never read, but no lead that was', async () => {
    const { db } = database;
    const labelOf = (id: string) => ({ label: id });
    const lead = makeLead({ id: 'was seen', createdAt: daysAgo(10) });
    await applyLead(db, { lead, readStart: await startRead(db, daysAgo(5)), labelOf });
    for (const leadId of ['was seen', 'never seen'])
      await tombstoneLead(db, { leadId, readStart: await startRead(db, daysAgo(2)) });
    await tombstoneLead(db, {
      leadId: 'asked for just now',
      readStart: await startRead(db, daysAgo(0.5)),
    });
    await purge();
    const retained = await db.select({ id: leads.id }).from(leads).orderBy(leads.id);
    expect(retained.map(({ id }) => id)).toEqual(['asked for just now', 'was seen']);
  });
});

describe('many old rows', () => {
  it('are removed in steps, and a run that takes too long requests another one', async () => {
    const { db } = database;
    const at = sql`${daysAgo(91).toISOString()}::timestamptz`;
    await db.execute(sql`
      insert into ${webhookDeliveries} (receiver_id, topic, lead_id, timestamp, first_at, last_at)
      select 'r', 'lead/update', n::text, '', ${at}, ${at} from generate_series(1, 2500) n`);
    let time = NOW.getTime();
    const slow = () => {
      time += 2_000;
      return new Date(time);
    };
    const outcome = await purge(slow);
    expect(outcome).toEqual({ kind: 'repeat', at: new Date(time) });
    expect(await db.$count(webhookDeliveries)).toBeGreaterThan(1_000);
    expect(await purge()).toEqual(tomorrow);
    expect(await db.$count(webhookDeliveries)).toBe(1);
  });
});

// PostgreSQL does this automatically, at a time of its own.
if (inject('testDatabase').engine === 'pglite') {
  it('the embedded database reclaims the space of finished jobs', async () => {
    const { db } = database;
    const works = Array.from({ length: 1_000 }, (_, key) => ({ topic: 'x', key: `${key}`, runAt: NOW }));
    const pages = async () => {
      const [size] = await db
        .select({ bytes: sql<number>`pg_relation_size('jobs')::int` })
        .from(sql`(select 1) as one`);
      return size?.bytes ?? 0;
    };
    for (let round = 0; round < 3; round += 1) {
      await enqueueAll(db, works);
      await db.execute(sql`delete from jobs`);
    }
    expect(await pages()).toBeGreaterThan(100_000);
    await vacuumEmbedded(db);
    expect(await pages()).toBeLessThan(20_000);
  });

  it('the log of the embedded database does not grow forever', async () => {
    const { db } = database;
    const sinceCheckpoint = async () => {
      const [log] = await db
        .select({ bytes: sql<number>`pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::int` })
        .from(sql`pg_control_checkpoint()`);
      return log?.bytes ?? 0;
    };
    await enqueueAll(
      db,
      Array.from({ length: 1_000 }, (_, key) => ({ topic: 'y', key: `${key}`, runAt: NOW })),
    );
    expect(await sinceCheckpoint()).toBeGreaterThan(100_000);
    await vacuumEmbedded(db);
    expect(await sinceCheckpoint()).toBeLessThan(10_000);
  });
}

describe('what admins choose the time of', () => {
  const choose = (next: Partial<Retention>) =>
    changeRetention(database.db, {
      by: { personId: 'p1', email: 'robin@vendor.example' },
      next: { ...USUAL_RETENTION, ...next },
      confirmed: RETENTION_KINDS,
      now: NOW,
    });
  const log = (subject: string, at: Date) => writeAudit(database.db, { event: 'desk.checked', subject, at });
  const subjects = async () =>
    (await database.db.select({ subject: auditLog.subject }).from(auditLog))
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith('check '));

  it('is removed after that time: the history', async () => {
    const { db } = database;
    await db.delete(webhookDeliveries);
    for (const days of [31, 29]) {
      const seen = { firstAt: daysAgo(200), lastAt: daysAgo(days), timestamp: daysAgo(days).toISOString() };
      await db
        .insert(webhookDeliveries)
        .values({ receiverId: 'r', topic: 'lead/update', leadId: 'l', ...seen });
    }
    await choose({ history: 30 });
    expect(await purge()).toEqual(tomorrow);
    expect(await db.select({ at: webhookDeliveries.lastAt }).from(webhookDeliveries)).toEqual([
      { at: daysAgo(29) },
    ]);
  });

  it('stays as long as nobody chose: the audit log', async () => {
    await log('check of ten years ago', daysAgo(3_660));
    await choose({});
    await purge();
    expect(await subjects()).toEqual(['check of ten years ago']);
  });

  it('is removed after that time, and never before a year: the audit log', async () => {
    await log('check of two years ago', daysAgo(731));
    await log('check of now', new Date());
    await choose({ audit: 730 });
    await log('check of less than two years ago', daysAgo(729));
    expect(await purge()).toEqual(tomorrow);
    expect(await subjects()).toEqual(['check of now', 'check of less than two years ago']);
    // Whoever deletes: without the purge's word nothing, and with it nothing of the last year.
    await expect(database.db.delete(auditLog)).rejects.toThrow();
    const deleteAll = database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('partner_desk.expires_audit', 'yes', true)`);
      await tx.delete(auditLog);
    });
    await expect(deleteAll).rejects.toThrow();
    expect(await subjects()).toHaveLength(2);
  });
});
