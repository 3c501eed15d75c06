import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  KEY,
  LEAD,
  LEADS,
  openSandbox,
  requestToken,
  type SandboxCaller,
  SCHEMA,
} from '@/tests/support/sandbox';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox();
});
afterEach(() => desk.close());

const faults = (change: object) => desk.vendor('PUT', '/faults', change);
const leads = async () => (await desk.vendor('GET', '/leads')).body;
const create = () => desk.call('POST', LEADS, LEAD);

describe('a create under a fault', () => {
  it('may be stored although its answer never arrives', async () => {
    await faults({ dropAfterStore: 1 });
    await expect(create()).rejects.toThrow('fetch failed');
    expect(await leads()).toHaveLength(1);
    expect((await create()).status).toBe(201);
  });

  it('may be cut before it is stored', async () => {
    await faults({ dropBeforeStore: 1 });
    await expect(create()).rejects.toThrow('fetch failed');
    expect(await leads()).toEqual([]);
  });

  it('may be stored with half an answer', async () => {
    await faults({ truncateAfterStore: 1 });
    const headers = { authorization: `Bearer ${desk.token}` };
    const response = await fetch(`${desk.url}${LEADS}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(LEAD),
    });
    expect(response.status).toBe(201);
    await expect(response.text()).rejects.toThrow();
    expect(await leads()).toHaveLength(1);
  });
});

describe('a create that is answered late', () => {
  it('exists before its answer', async () => {
    await faults({ respondLateMs: 200 });
    const answered = create();
    await expect.poll(leads).toHaveLength(1);
    expect(await Promise.race([answered, 'none yet'])).toBe('none yet');
    expect((await answered).status).toBe(201);
  });
});

describe('a create that is never answered', () => {
  const createFor = (ms: number) =>
    fetch(`${desk.url}${LEADS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.token}` },
      body: JSON.stringify(LEAD),
      signal: AbortSignal.timeout(ms),
    });

  it.each([
    ['hangAfterStore', 1],
    ['hangBeforeStore', 0],
  ])('stays open under %s, with %d leads stored', async (fault, stored) => {
    await faults({ [fault]: 1 });
    await expect(createFor(150)).rejects.toThrow(/timeout/);
    expect(await leads()).toHaveLength(stored);
    expect((await desk.vendor('GET', '/log?since=1')).body).toMatchObject([{ route: 'create', status: 0 }]);
    expect((await createFor(5_000)).status).toBe(201);
  });
});

describe('a service in trouble', () => {
  it('cuts every call while it is down, also for tokens, and the console still answers', async () => {
    await faults({ down: true });
    await expect(create()).rejects.toThrow('fetch failed');
    await expect(requestToken(desk.url)).rejects.toThrow('fetch failed');
    await faults({ down: false });
    expect((await create()).status).toBe(201);
  });

  it('fails the chosen share of calls, before anything is stored', async () => {
    await faults({ errorRate: 1 });
    expect([500, 503]).toContain((await create()).status);
    expect(await leads()).toEqual([]);
  });

  it('fails them with the chosen status', async () => {
    await faults({ errorRate: 1, errorStatus: 409 });
    expect((await create()).status).toBe(409);
  });

  it('affects only the chosen calls', async () => {
    await faults({ errorRate: 1, onlyRoutes: ['create'] });
    expect((await create()).status).toBeGreaterThanOrEqual(500);
    expect((await desk.call('GET', SCHEMA)).status).toBe(200);
    expect((await requestToken(desk.url, KEY)).status).toBe(200);
  });

  it('answers late by the latency', async () => {
    await faults({ latencyMs: 40 });
    const before = performance.now();
    await desk.call('GET', SCHEMA);
    expect(performance.now() - before).toBeGreaterThanOrEqual(39);
  });
});

describe('too many requests', () => {
  it.each([
    ['seconds', /^\d+$/],
    ['date', /GMT$/],
  ])('says when to come back in %s', async (retryAfter, form) => {
    await desk.vendor('PUT', '/shape', { retryAfter });
    await faults({ rateLimitedRate: 1 });
    const seen = await create();
    expect(seen.status).toBe(429);
    expect(seen.headers.get('retry-after')).toMatch(form);
  });

  it.each(['86400', 'abc', '-1'])('may say %s, and the log shows it', async (retryAfter) => {
    await faults({ rateLimitedRate: 1, retryAfter });
    expect((await create()).headers.get('retry-after')).toBe(retryAfter);
    expect((await desk.vendor('GET', '/log?since=1')).body).toMatchObject([{ status: 429, retryAfter }]);
  });

  it('may omit Retry-After whatever the shape', async () => {
    await faults({ rateLimitedRate: 1, retryAfter: null });
    expect((await create()).headers.has('retry-after')).toBe(false);
  });

  it('may omit it', async () => {
    await desk.vendor('PUT', '/shape', { retryAfter: 'absent' });
    await faults({ rateLimitedRate: 1 });
    expect((await create()).headers.has('retry-after')).toBe(false);
  });

  it('starts above the set rate, per key', async () => {
    await desk.vendor('PUT', '/settings', { requestsPerSecond: 3 });
    const statuses = (await Promise.all(Array.from({ length: 8 }, create))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(3);
    expect(statuses).toContain(429);
    expect(await leads()).toHaveLength(statuses.filter((status) => status === 201).length);
    expect((await requestToken(desk.url)).status).toBe(200);
  });
});

describe('the log', () => {
  it('shows what was really stored, whatever the caller saw', async () => {
    await faults({ dropAfterStore: 1 });
    await create().catch(() => undefined);
    await desk.call('POST', LEADS, {});
    await desk.call('GET', `${LEADS}/none`);
    const { body } = await desk.vendor('GET', '/log?since=1');
    expect(body).toMatchObject([
      {
        seq: 2,
        route: 'create',
        status: 0,
        leadId: expect.any(String),
        bodyHash: expect.any(String),
        body: LEAD,
      },
      { seq: 3, route: 'create', status: 400 },
      { seq: 4, route: 'read', status: 404 },
    ]);
    expect(at(await leads(), 0, 'id')).toBe(at(body, 0, 'leadId'));
  });

  it('names every route', async () => {
    await create();
    const seen = (await desk.vendor('GET', '/log')).body;
    expect(seen).toMatchObject([{ route: 'token' }, { route: 'create' }]);
    expect(JSON.stringify(seen)).not.toContain(KEY.client_secret);
  });
});
