import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { claim } from '@/lib/jobs/claim';
import { retryNow } from '@/lib/jobs/enqueue';
import { finishJob } from '@/lib/jobs/finish';
import { type ClaimedJob, DONE } from '@/lib/jobs/job';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { ANSWERS } from '@/tests/support/submissions';
import { storeSubmission } from './store';
import { SUBMISSION_SEND } from './topics';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.delete(jobs));

const addPerson = () => addViewer(database.db);

/** Presses Submit this many times in sequence; returns the ids in that order. */
async function submit(viewer: Viewer, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('submission'));
  for (const submissionId of ids) {
    const answers = { ...ANSWERS, lastName: submissionId };
    const names = { submissionId, formId: submissionId };
    const stored = await storeSubmission(database.db, viewer, {
      ...names,
      schemaVersion: 'v1',
      answers,
      now: new Date(),
    });
    expect(stored.kind).toBe('stored');
  }
  return ids;
}

/** What a worker with one free slot claims next. */
async function takeNext(limit = 1): Promise<ClaimedJob[]> {
  return claim(database.db, { topics: [SUBMISSION_SEND], limit, lease: newId('lease'), now: new Date() });
}

/** Sends this many queued submissions in sequence, and returns their ids in that order. */
async function sendNext(count: number): Promise<string[]> {
  const sent: string[] = [];
  while (sent.length < count) {
    const [job] = await takeNext();
    if (!job) break;
    await finishJob(database.db, job, DONE, new Date());
    sent.push(job.key);
  }
  return sent;
}

describe('the queue of submissions', () => {
  it('sends a single lead within a few sends, however many another agent has queued', async () => {
    const [busy, single] = [await addPerson(), await addPerson()];
    await submit(busy, 60);
    await sendNext(20);
    const [lead] = await submit(single, 1);
    expect((await sendNext(3)).indexOf(lead ?? '')).toBeGreaterThanOrEqual(0);
  });

  it('lets people with many leads take turns, and keeps each person’s order', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const first = await submit(one, 10);
    const second = await submit(other, 10);
    const sent = await sendNext(20);
    expect(sent.filter((id) => first.includes(id))).toEqual(first);
    expect(sent.filter((id) => second.includes(id))).toEqual(second);
    for (let n = 1; n <= 10; n += 1) {
      const ofFirst = sent.slice(0, 2 * n).filter((id) => first.includes(id)).length;
      expect(Math.abs(ofFirst - n), `after ${2 * n} sends`).toBeLessThanOrEqual(1);
    }
  });

  it('does not let a person who submits repeatedly delay earlier submissions', async () => {
    const [busy, eager] = [await addPerson(), await addPerson()];
    const waiting = await submit(busy, 12);
    let sentOfBusy = 0;
    for (let n = 0; n < 10; n += 1) {
      await submit(eager, 1);
      const sent = await sendNext(2);
      sentOfBusy += sent.filter((id) => waiting.includes(id)).length;
    }
    expect(sentOfBusy).toBeGreaterThanOrEqual(9);
  });

  it('is as fair after an outage in which every attempt failed', async () => {
    const [busy, single] = [await addPerson(), await addPerson()];
    await submit(busy, 30);
    await sendNext(10);
    const soon = () => new Date(Date.now() + 60_000);
    for (const job of await takeNext(20))
      await finishJob(
        database.db,
        job,
        { kind: 'again', at: soon(), reason: 'unavailable: no answer' },
        new Date(),
      );
    const [lead] = await submit(single, 1);
    const [tried] = await takeNext();
    expect(tried?.key).toBe(lead);
    if (tried)
      await finishJob(
        database.db,
        tried,
        { kind: 'again', at: soon(), reason: 'unavailable: no answer' },
        new Date(),
      );
    await retryNow(database.db, { reasons: ['unavailable'], now: new Date() });
    expect((await sendNext(3)).indexOf(lead ?? '')).toBeGreaterThanOrEqual(0);
  });

  it('is as fair when several workers claim from it concurrently', async () => {
    const [busy, single] = [await addPerson(), await addPerson()];
    await submit(busy, 40);
    const [lead] = await submit(single, 1);
    const hauls = await Promise.all(Array.from({ length: 4 }, () => takeNext(2)));
    const keys = hauls.flat().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain(lead);
  });
});
