import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { fullSyncsOf } from '@/tests/support/sync';

let database: Database;
let portal: TestPortal;
let world: ReturnType<typeof fullSyncsOf>;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  world = fullSyncsOf(database.db);
  await world.forgetAll();
});

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

/** The third consecutive try, after which a page counts as unreadable. */
const THIRD = { attempts: 3 };

const page = (id: string, next: string) => JSON.stringify({ data: [{ id, status: 'x' }], nextCursor: next });
/** A row with everything that every lead has (interface 2.1). */
const whole = (id: string) => ({
  id,
  partnerOrganizationId: 'o',
  agentId: 'a',
  status: 'x',
  customFields: {},
  firstName: 'F',
  lastName: 'L',
  email: 'e@x.example',
  createdAt: '2026-03-02T09:00:00Z',
  updatedAt: '2026-03-02T09:00:00Z',
});
const half = [...Array(6).keys()].map((n) => whole(`unlisted-${n}`));

describe('a faulty list', () => {
  it.each([
    ['an empty list', '[]'],
    ['half of the list', JSON.stringify(half)],
  ])('stops at %s: too many leads would be deleted', async (_, body) => {
    await world.addUnlisted(12);
    expect(await world.run(await lyingClient(() => ({ body })))).toEqual(world.inFifteenMinutes());
    const detail = expect.stringContaining('of 12 leads');
    expect(await world.last()).toMatchObject({ state: 'stopped', detail });
    expect(await world.suspects()).toEqual([]);
    expect(await world.alive()).toBe(12);
  });

  it('stops at more than fifty missing leads, however small a share that is', async () => {
    const confirmed = sql`now() + case when n > 51 then interval '1 day' else interval '-1 day' end`;
    await database.db.execute(sql`
      insert into ${leads} (id, organization_id, agent_id, status, status_since, first_name, last_name, email,
        record, submitted_at, changed_at, read_started_at, confirmed_at, sort_name, sort_company, search_text, search_grams)
      select 'bulk-' || n, '', '', 'x', now(), '', '', '', '{}', now(), now(), now(), ${confirmed}, '', '1', '', '{}'
      from generate_series(1, 1500) n`);
    const empty = await lyingClient(() => ({ body: '[]' }));
    expect(await world.run(empty)).toEqual(world.inFifteenMinutes());
    const detail = 'More than 50 of 1500 leads were missing from the list';
    expect(await world.last()).toMatchObject({ state: 'stopped', detail });
    expect(await world.suspects()).toEqual([]);
  });

  it.each([
    ['a page of HTML', { type: 'text/html', body: '<h1>Under maintenance</h1>' }],
    ['an answer without a list', { body: '{"ok":true}' }],
    ['entries of which none is a lead', { body: '[{"name":"?"},null]' }],
    ['a page that names itself as the next', { body: page('unlisted-0', 'same') }],
    ['a next page on another host', { body: '{"data":[],"next":"https://evil.example/1.0/api/leads"}' }],
  ])('is retried, then incomplete, and deletes nothing: %s', async (_, answer) => {
    await world.addUnlisted(12);
    const service = await lyingClient(() => answer);
    const unexpected = { kind: 'again', reason: expect.stringContaining('unexpected') };
    expect(await world.run(service)).toMatchObject(unexpected);
    expect(await world.last()).toMatchObject({ state: 'running' });
    expect(await world.run(service, THIRD)).toMatchObject(unexpected);
    expect(await world.last()).toMatchObject({ state: 'incomplete', detail: expect.any(String) });
    expect(await world.suspects()).toEqual([]);
    expect(await world.alive()).toBe(12);
    await world.run(portal.newClient());
    expect(await world.last(), 'and the next one begins anew').toMatchObject({ pageCount: 1 });
  });

  it('is read to its end, and is not complete, with an unreadable entry in between', async () => {
    await world.addUnlisted(2);
    const entries = JSON.stringify([whole('unlisted-0'), whole('a\0b'), null, whole('new')]);
    const service = await lyingClient(() => ({ body: entries }));
    expect(await world.run(service)).toEqual(world.inFifteenMinutes());
    expect(await world.last()).toMatchObject({ state: 'incomplete', seen: 2, unreadable: 2, repaired: 2 });
    expect(await world.suspects(), 'missing leads are still read').toEqual(['unlisted-1']);
    expect(await world.alive()).toBe(3);
  });

  it('continues from a next page whose address a database cannot store unchanged', async () => {
    const first = JSON.stringify({ data: [whole('new-1')], next: '?cursor=a\0\ud83d' });
    const last = JSON.stringify([whole('new-2')]);
    const service = await lyingClient((path) => ({
      body: path.includes('cursor') ? last : first,
    }));
    expect(await world.run(service)).toEqual(world.inFifteenMinutes());
    expect(await world.last()).toMatchObject({ state: 'complete', seen: 2, pageCount: 4 });
  });

  it.each([
    ['with the same leads under ever new page names', (n: number) => page(`unlisted-${n % 3}`, `${n + 1}`)],
    ['with other leads under the same names', (n: number) => page(`new-${Math.random()}`, `${(n % 3) + 1}`)],
    ['with nothing at all under the same names', (n: number) => `{"data":[],"nextCursor":"${(n % 3) + 1}"}`],
  ])('is incomplete if its pages go round in circles, %s', async (_, answer) => {
    await world.addUnlisted(12);
    const service = await lyingClient((path) => ({
      body: answer(Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0)),
    }));
    const reason = expect.stringContaining('repeat');
    expect(await world.run(service, THIRD)).toMatchObject({ kind: 'again', reason });
    expect(await world.last()).toMatchObject({ state: 'incomplete' });
    expect((await world.last())?.pageCount).toBeLessThanOrEqual(9);
    expect(await world.suspects()).toEqual([]);
  });
});
