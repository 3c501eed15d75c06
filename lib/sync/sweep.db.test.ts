import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desc, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { sweeps } from '@/lib/db/schema/portal';
import { freshDatabase } from '@/lib/db/testing';
import { makeLead } from '@/lib/db/testing-rows';
import type { ClaimedJob } from '@/lib/jobs/job';
import { applyLead } from '@/lib/leads/apply';
import { openTestPortal, type TestPortal } from '@/lib/portal/testing';
import type { ServiceClient } from '@/lib/service/client';
import { LEAD_REFRESH } from './refresh';
import { SWEEP, SWEEP_KEY, sweepLeads } from './sweep';

const SEEDED = 12;
let database: Database;
let portal: TestPortal;
let now = new Date();
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal({ seedLeads: SEEDED })]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  for (const table of [leads, jobs, sweeps]) await database.db.delete(table);
});

const job: ClaimedJob = {
  ...{ id: 1, topic: SWEEP, key: SWEEP_KEY, payload: {}, lease: 'lease' },
  ...{ generation: 1, askedAt: new Date(), attempts: 1, failures: 0 },
};

/** One run of the job, a minute after the one before. */
function sweep(service: ServiceClient = portal.newClient()) {
  now = new Date(now.getTime() + 60_000);
  return sweepLeads(database.db, { service, job, clock: () => now, chance: 0, everyMinutes: 15 });
}
const shape = (changes: object) => portal.vendor('PUT', '/shape', changes);
const alive = () => database.db.$count(leads, isNull(leads.deletedAt));
async function lastSweep() {
  const [last] = await database.db.select().from(sweeps).orderBy(desc(sweeps.startedAt));
  return last && { ...last, pages: last.pages.length };
}
const suspects = async () =>
  (await database.db.select().from(jobs).where(eq(jobs.topic, LEAD_REFRESH))).map(({ key }) => key).sort();
const inFifteenMinutes = () => ({ kind: 'repeat', at: new Date(now.getTime() + 15 * 60_000) });

/** Leads that the mirror holds and the service does not list. */
async function addUnlisted(count: number) {
  for (let n = 0; n < count; n += 1)
    await applyLead(database.db, {
      lead: makeLead({ id: `unlisted-${n}` }),
      readStartedAt: now,
      labelOf: (id) => id,
    });
}

describe('a sweep', () => {
  it('repairs all that webhooks missed, and says how much', async () => {
    expect(await sweep()).toEqual(inFifteenMinutes());
    expect(await alive()).toBe(SEEDED);
    expect(await lastSweep()).toMatchObject({
      state: 'complete',
      seen: SEEDED,
      repaired: SEEDED,
      suspects: 0,
    });
    const [first] = await database.db.select().from(leads);
    await portal.vendor('PATCH', `/leads/${first?.id}`, { status: 'swept' });
    await sweep();
    expect(await lastSweep()).toMatchObject({ state: 'complete', seen: SEEDED, repaired: 1 });
  });

  it.each(['link', 'next', 'nextCursor', 'page', 'offset'])(
    'reads every page, whatever names the next one: %s',
    async (paging) => {
      await shape({ paging, pageSize: 5 });
      await sweep();
      expect(await lastSweep()).toMatchObject({ state: 'complete', seen: SEEDED, pages: 3 });
    },
  );

  it('goes on from its checkpoint: some pages now, the others in the next run', async () => {
    await shape({ paging: 'nextCursor', pageSize: 2 });
    expect(await sweep()).toEqual({ kind: 'repeat', at: now });
    expect(await lastSweep()).toMatchObject({ state: 'running', pages: 5, seen: 10, suspects: 0 });
    expect(await sweep()).toEqual(inFifteenMinutes());
    expect(await lastSweep()).toMatchObject({ state: 'complete', pages: 6, seen: SEEDED });
    expect(await database.db.$count(sweeps)).toBe(1);
  });

  it('goes on from its checkpoint after a failure, and buries nothing meanwhile', async () => {
    await addUnlisted(1);
    await shape({ paging: 'nextCursor', pageSize: 2 });
    await sweep();
    await portal.vendor('PUT', '/faults', { down: true, onlyRoutes: ['list'] });
    expect(await sweep()).toMatchObject({ kind: 'again', reason: expect.stringContaining('unavailable') });
    expect(await suspects()).toEqual([]);
    await portal.vendor('PUT', '/faults', { down: false });
    await sweep();
    expect(await lastSweep()).toMatchObject({ state: 'complete', pages: 6, suspects: 1 });
  });

  it('begins anew when the service no longer takes its checkpoint', async () => {
    await shape({ paging: 'nextCursor', pageSize: 2 });
    await sweep();
    await database.db.update(sweeps).set({ checkpoint: '?cursor=expired' });
    expect(await sweep()).toMatchObject({ kind: 'again', reason: expect.stringContaining('refused') });
    await shape({ paging: 'none' });
    expect(await sweep()).toEqual(inFifteenMinutes());
    expect(await lastSweep()).toMatchObject({ state: 'complete', seen: SEEDED });
  });

  it('asks for a read of each lead that a complete list leaves out, and buries none itself', async () => {
    await sweep();
    await addUnlisted(3);
    expect(await sweep()).toEqual(inFifteenMinutes());
    expect(await lastSweep()).toMatchObject({ state: 'complete', suspects: 3 });
    expect(await suspects()).toEqual(['unlisted-0', 'unlisted-1', 'unlisted-2']);
    expect(await alive()).toBe(SEEDED + 3);
  });

  it('does not suspect a lead that was confirmed while it ran', async () => {
    await shape({ paging: 'nextCursor', pageSize: 2 });
    await sweep();
    await addUnlisted(1);
    await sweep();
    expect(await lastSweep()).toMatchObject({ state: 'complete', suspects: 0 });
  });
});

describe('a list that lies', () => {
  /** A service whose list answers this; everything else is the sandbox's. */
  async function lyingClient(answer: (path: string) => { type?: string; body: string }) {
    const server = createServer((request, response) => {
      const { type = 'application/json', body } = answer(request.url ?? '');
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
    return portal.newClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  }

  it.each([
    ['an empty list', () => ({ body: '[]' })],
    [
      'half of the list',
      () => ({
        body: JSON.stringify([...Array(6).keys()].map((n) => ({ id: `unlisted-${n}`, status: 'x' }))),
      }),
    ],
  ])('stops at %s: too much would be gone at once', async (_, answer) => {
    await addUnlisted(12);
    expect(await sweep(await lyingClient(answer))).toEqual(inFifteenMinutes());
    expect(await lastSweep()).toMatchObject({
      state: 'stopped',
      detail: expect.stringContaining('of 12 leads'),
    });
    expect(await suspects()).toEqual([]);
    expect(await alive()).toBe(12);
  });

  it('stops at more than fifty missing leads, however few of all they are', async () => {
    const confirmed = sql`now() + case when n > 51 then interval '1 day' else interval '-1 day' end`;
    await database.db.execute(sql`
      insert into ${leads} (id, organization_id, agent_id, status, status_since, first_name, last_name, email,
        record, submitted_at, changed_at, read_started_at, confirmed_at, sort_name, search_words)
      select 'bulk-' || n, '', '', 'x', now(), '', '', '', '{}', now(), now(), now(), ${confirmed}, '', '{}'
      from generate_series(1, 1500) n`);
    expect(await sweep(await lyingClient(() => ({ body: '[]' })))).toEqual(inFifteenMinutes());
    const detail = 'More than 50 of 1500 leads were missing from the list';
    expect(await lastSweep()).toMatchObject({ state: 'stopped', detail });
    expect(await suspects()).toEqual([]);
  });

  it.each([
    ['a page of HTML', { type: 'text/html', body: '<h1>Under maintenance</h1>' }],
    ['an answer without a list', { body: '{"ok":true}' }],
    ['entries that are no leads', { body: '[{"id":"unlisted-0"},{"name":"?"},null]' }],
    [
      'a page that names itself as the next',
      { body: '{"data":[{"id":"unlisted-0","status":"x"}],"next":"?cursor=same"}' },
    ],
    ['a next page on another host', { body: '{"data":[],"next":"https://evil.example/1.0/api/leads"}' }],
  ])('is incomplete and deletes nothing: %s', async (_, answer) => {
    await addUnlisted(12);
    const service = await lyingClient(() => answer);
    expect(await sweep(service)).toMatchObject({
      kind: 'again',
      reason: expect.stringContaining('unexpected'),
    });
    expect(await lastSweep()).toMatchObject({ state: 'incomplete', detail: expect.any(String) });
    expect(await suspects()).toEqual([]);
    expect(await alive()).toBe(12);
    expect(await sweep(), 'and the next one begins anew').toEqual(inFifteenMinutes());
  });

  it('is incomplete if its pages go round in circles', async () => {
    await addUnlisted(12);
    const page = (id: string, next: string) =>
      JSON.stringify({ data: [{ id, status: 'x' }], nextCursor: next });
    const service = await lyingClient((path) => ({
      body: path.includes('cursor=b') ? page('unlisted-1', 'a') : page('unlisted-0', 'b'),
    }));
    expect(await sweep(service)).toMatchObject({ kind: 'again', reason: expect.stringContaining('repeat') });
    expect(await lastSweep()).toMatchObject({ state: 'incomplete', pages: 2 });
    expect(await suspects()).toEqual([]);
  });
});
