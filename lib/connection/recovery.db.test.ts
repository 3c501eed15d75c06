import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { claim } from '@/lib/jobs/claim';
import { enqueue } from '@/lib/jobs/enqueue';
import { finishJob } from '@/lib/jobs/finish';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { findJob } from '@/tests/support/rows';
import { endWaiting, probeService } from './recovery';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(() => database.db.delete(jobs));

const now = new Date('2026-03-02T09:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** A job that failed for this reason and waits five minutes. */
async function waiting(key: string, reason: string) {
  const { db } = database;
  await enqueue(db, { topic: 'x', key, runAt: now });
  const [job] = await claim(db, { topics: ['x'], limit: 1, lease: `lease of ${key}`, now });
  if (!job) throw new Error('nothing to claim');
  await finishJob(db, job, { kind: 'again', at: later(5), reason }, now);
}

describe('once the service answers again', () => {
  it('jobs that waited for it continue immediately, and jobs that wait for something else do not', async () => {
    await waiting('sending', 'unavailable: lead create: no answer (ECONNREFUSED)');
    await waiting('key', 'auth: the key is not taken');
    await waiting('lag', 'not there yet');
    await endWaiting(database.db, later(1));
    const runAt = async (key: string) => (await findJob(database.db, { topic: 'x', key }))?.runAt;
    expect([await runAt('sending'), await runAt('key')]).toEqual([later(1), later(1)]);
    expect(await runAt('lag')).toEqual(later(5));
  });

  it('the desk knows within seconds, even if no submission arrives', async () => {
    await portal.vendor('PUT', '/faults', { down: true });
    const probe = () => probeService({ service: portal.service, clock: () => now, random: 0 });
    const outcome = await probe();
    expect(outcome).toMatchObject({ kind: 'again' });
    expect(outcome.kind === 'again' && outcome.at.getTime() - now.getTime()).toBeLessThanOrEqual(40_000);
    await portal.vendor('PUT', '/faults', { down: false });
    const fresh = { service: portal.newClient(), clock: () => now, random: 0 };
    expect(await probeService(fresh)).toEqual({ kind: 'done' });
  });
});
