import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { heartbeats, jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { resendSubmission } from '@/lib/submissions/review';
import { SUBMISSION_CONFIRM } from '@/lib/submissions/topics';
import { getSubmissionView } from '@/lib/submissions/view';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, findJob, keepLog, silentLog } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { unclearSubmissions } from '@/tests/support/unclear-submission';
import { beat, startHeartbeat } from './heartbeat';
import { OtherSecretError, requireSameSecret } from './same-secret';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[1] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  for (const table of [submissions, leads, jobs, fullSyncs, heartbeats]) await database.db.delete(table);
});

const { unclear, remoteLeads, mirrorAll, addFullSync } = unclearSubmissions(() => ({
  database,
  portal,
  viewer,
}));
const queued = () => queueSubmission({ database, portal, viewer });

/** A heartbeat this many minutes from now; `seen` makes it one of a running process. */
async function beatIn(minutes: number, seen?: number): Promise<number> {
  const at = new Date(Date.now() + minutes * 60_000);
  const own = seen === undefined ? undefined : { count: seen, at };
  return (
    await beat(database.db, {
      awayMinutes: 5,
      log: silentLog,
      host: 'one',
      secret: null,
      seen: own,
      clock: () => at,
    })
  ).count;
}
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('a desk that was down for longer than its setting allows', () => {
  it('searches the portal for queued submissions before it sends them, and does not send those it finds', async () => {
    await beatIn(0);
    const submission = await queued();
    // What the database lost: it was sent after the backup was made.
    const forgotten = await queued();
    await forgotten.send();
    await database.db.delete(leads);
    await database.db.delete(submissions).where(eq(submissions.id, forgotten.id));
    await beatIn(10);
    expect(await submission.row()).toMatchObject({ state: 'confirming', attempts: 0 });
    expect(await findJob(database.db, { topic: SUBMISSION_CONFIRM, key: submission.id })).toBeDefined();
    await submission.send();
    expect(await remoteLeads(), 'it is not sent by the job that existed').toHaveLength(1);
    await mirrorAll();
    await submission.confirm({ at: later(11) });
    const [remote] = await remoteLeads();
    expect(await submission.row()).toMatchObject({ state: 'accepted', leadId: remote?.id });
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('sends what it does not find as soon as all leads were read, and shows that until then', async () => {
    await beatIn(0);
    const submission = await queued();
    await beatIn(10);
    const page = await getSubmissionView(database.db, viewer, {
      id: submission.id,
      now: later(10),
      locale: 'en',
    });
    expect(page).toMatchObject({ state: 'queued', isSearchedFirst: true });
    await addFullSync(later(9));
    expect(await submission.confirm({ at: later(10.1) }), 'begun before').toMatchObject({ kind: 'again' });
    expect((await submission.row())?.state).toBe('confirming');
    await addFullSync(later(10.1));
    await submission.confirm({ at: later(10.2) });
    expect((await submission.row())?.state).toBe('queued');
    await submission.send();
    expect(await submission.row()).toMatchObject({ state: 'accepted', attempts: 1, searchFrom: null });
    expect(await remoteLeads()).toHaveLength(1);
  });

  it('counts no earlier search', async () => {
    await beatIn(0);
    const submission = await unclear({ stored: false });
    await database.db.update(submissions).set({ emptySearches: 2 });
    await addFullSync(later(11));
    await beatIn(20);
    await submission.confirm({ at: later(20) });
    expect(await submission.row()).toMatchObject({ state: 'confirming', emptySearches: 0 });
  });

  it('lets no admin send again before the portal was searched', async () => {
    await beatIn(0);
    const { id, row } = await unclear({ stored: false });
    await database.db
      .update(submissions)
      .set({ state: 'review', evidence: { reason: 'resent', leadIds: [] } });
    await beatIn(10);
    const decision = {
      submissionId: id,
      seenAttempts: 1,
      seenLeads: [],
      by: viewer,
      now: new Date(),
      log: silentLog,
    };
    expect(await resendSubmission(database.db, decision)).toEqual({ kind: 'unsearched' });
    await addFullSync(later(11));
    expect(await resendSubmission(database.db, decision)).toEqual({ kind: 'done' });
    expect((await row())?.state).toBe('queued');
  });
});

describe('a database that is older than the process that uses it', () => {
  it('is detected by the count of its heartbeats', async () => {
    const seen = await beatIn(0);
    await beatIn(0.5, seen);
    const copied = await queued();
    await database.db.update(heartbeats).set({ count: 1 });
    await beatIn(1, seen + 1);
    expect(await copied.row()).toMatchObject({ state: 'confirming', attempts: 0 });
  });
});

describe('a database that goes back while a process is running', () => {
  /** A running process that learns nothing between its regular heartbeats. */
  async function working() {
    const log = keepLog();
    const heartbeat = await startHeartbeat(database.db, {
      awayMinutes: 5,
      log,
      host: 'one',
      secret: null,
      clock: () => new Date(),
    });
    onTestFinished(() => heartbeat.stop());
    const noticed = () => log.lines.filter(({ event }) => event === 'worker.database-may-be-older').length;
    return { ...heartbeat, noticed };
  }

  /** The heartbeats that a backup made now would contain; the returned function restores them. */
  async function copied() {
    const rows = await database.db.select().from(heartbeats);
    return async () => {
      await database.db.delete(heartbeats);
      await database.db.insert(heartbeats).values(rows);
    };
  }

  it('does not send what an attempt since then may have sent', async () => {
    const { commitAttempt: commit, noticed } = await working();
    const putBack = await copied();
    await (await queued()).send({ commit });
    expect(noticed(), 'while nothing went back').toBe(0);
    const submission = await queued();
    await putBack();
    await submission.send({ commit });
    expect(await submission.row()).toMatchObject({ state: 'confirming', attempts: 0 });
    expect(await findJob(database.db, { topic: SUBMISSION_CONFIRM, key: submission.id })).toBeDefined();
    expect(await remoteLeads()).toHaveLength(1);
    expect(noticed()).toBe(1);
  });

  it('is detected before the next job is claimed, though another process sent what was lost', async () => {
    const [one, other] = [await working(), await working()];
    const putBack = await copied();
    await (await queued()).send({ commit: other.commitAttempt });
    await one.check();
    const submission = await queued();
    await putBack();
    await one.check();
    expect(await submission.row()).toMatchObject({ state: 'confirming', attempts: 0 });
    await other.check();
    await one.check();
    expect([one.noticed(), other.noticed()], 'it is searched for once').toEqual([1, 0]);
  });

  it('is not suspected during many concurrent attempts', async () => {
    const workers = [await working(), await working()];
    const submissions = await Promise.all(Array.from({ length: 6 }, queued));
    await Promise.all(
      submissions.flatMap((submission, index) => {
        const worker = workers[index % 2] ?? expect.fail('unreachable');
        return [submission.send({ commit: worker.commitAttempt }), worker.check()];
      }),
    );
    expect(await remoteLeads()).toHaveLength(6);
    expect(workers.map(({ noticed }) => noticed())).toEqual([0, 0]);
  });
});

describe('nothing is delayed', () => {
  it('on a new database, after a short downtime, and while other workers run', async () => {
    const first = await beatIn(0);
    const submission = await queued();
    await beatIn(4);
    await beatIn(4.5, first);
    await beatIn(5, first);
    expect((await submission.row())?.state).toBe('queued');
  });
});

describe('a process with another APP_SECRET', () => {
  const starts = (secret: string, minutes: number) =>
    beat(database.db, {
      awayMinutes: 5,
      log: silentLog,
      host: 'one',
      secret,
      seen: undefined,
      clock: () => later(minutes),
    });

  it('does not start while a worker runs, and changes nothing', async () => {
    await starts('first', 0);
    const before = await database.db.select().from(heartbeats);
    await expect(starts('second', 0.5)).rejects.toThrow(OtherSecretError);
    await expect(
      requireSameSecret(database.db, { secret: 'second', now: later(0.5) }),
      'nor does one that only serves pages',
    ).rejects.toThrow(OtherSecretError);
    expect(await database.db.select().from(heartbeats)).toEqual(before);
  });

  it('is logged by the workers that run, should it have started while the database was away', async () => {
    const log = keepLog();
    const first = await starts('first', 0);
    await starts('second', 1.1);
    await beat(database.db, {
      awayMinutes: 5,
      log,
      host: 'one',
      secret: 'first',
      seen: { count: first.count, at: later(0) },
      clock: () => later(1.2),
    });
    expect(log.lines).toContainEqual({ event: 'worker.other-secret', data: undefined });
    await expect(starts('first', 1.3), 'until they agree').rejects.toThrow(OtherSecretError);
  });

  it('starts a minute after the last worker has ended; one with the same secret starts at any time', async () => {
    await starts('first', 0);
    await starts('first', 0.5);
    await starts('second', 1.6);
    await requireSameSecret(database.db, { secret: 'second', now: later(1.7) });
  });
});
