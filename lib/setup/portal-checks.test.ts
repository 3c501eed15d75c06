import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { answering, closedAddress, SECRETS, setupContextAt } from '@/tests/support/setup-checks';
import { CHECKS, runChecks } from './checks';
import { compareClocks } from './exchange';
import { checkClock } from './portal-checks';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ seedLeads: 3 });
});
afterEach(() => portal.vendor('POST', '/reset', { seedLeads: 3 }));
afterAll(() => portal.close());

const PORTAL = CHECKS.filter(({ group, asks }) => group === 'portal' && asks);

type CheckOptions = { changes?: Record<string, string>; url?: string; timeoutMs?: number };

/** The codes that the portal's checks find. */
async function check({ changes = {}, url = portal.url, timeoutMs }: CheckOptions = {}) {
  const found = await runChecks(PORTAL, setupContextAt(url, { changes }), timeoutMs);
  const codes = Object.entries(found).map(([id, { state, causes = [] }]) => [
    id,
    [state, ...causes.map(({ code }) => code)].join(' '),
  ]);
  return { found, codes: Object.fromEntries(codes) as Record<string, string>, text: JSON.stringify(found) };
}

describe('the steps about the portal', () => {
  it('pass for a working portal', async () => {
    const { found, codes } = await check();
    expect(codes).toEqual({ token: 'ok', access: 'ok', schema: 'ok', leads: 'ok', clock: 'ok' });
    expect(found.token?.facts).toEqual({ tokenMinutes: 15, tokenFrom: 'expires_in' });
    expect(found.leads?.facts).toEqual({ leadsOnPage: 3 });
  });

  it('report a wrong secret, and no other step for it', async () => {
    const changes = { SERVICE_CLIENT_SECRET: SECRETS.SERVICE_CLIENT_SECRET };
    const { codes, text } = await check({ changes });
    expect(codes).toMatchObject({
      token: 'bad wrong-key other-environment',
      access: 'unknown earlier-first',
      schema: 'unknown earlier-first',
      leads: 'unknown earlier-first',
    });
    expect(text).not.toContain(SECRETS.SERVICE_CLIENT_SECRET);
  });

  it('report a wrong audience', async () => {
    const { codes } = await check({ changes: { SERVICE_AUDIENCE: 'https://other.example' } });
    expect(codes.token).toBe('bad other-environment');
  });

  it('report a revoked key', async () => {
    await portal.vendor('POST', '/keys/revoke', {});
    expect((await check()).codes.token).toBe('bad wrong-key other-environment');
  });

  it.each([
    [401, 'Unauthorized', 'wrong-key other-environment'],
    [401, 'invalid_client', 'wrong-key other-environment'],
    [403, 'Missing Authentication Token', 'wrong-key other-environment'],
    [401, 'The access token is missing.', 'other-environment wrong-key'],
  ])('report a wrong token URL, which answers %d %j', async (status, message, causes) => {
    const other = await answering((_request, response) =>
      response.writeHead(status).end(JSON.stringify({ message })),
    );
    const { codes, found } = await check({ changes: { SERVICE_AUTH_URL: other.url } });
    await other.close();
    expect(codes.token).toBe(`bad ${causes}`);
    expect(found.token?.causes).toContainEqual({ code: 'other-environment', about: 'SERVICE_AUTH_URL' });
  });

  it.each([
    [{ expires_in: 8 }, { tokenSeconds: 8, tokenFrom: 'expires_in' }],
    [{ expires_in: 45 }, { tokenSeconds: 45, tokenFrom: 'expires_in' }],
    [{ expires_in: 1 }, { tokenSeconds: 5, tokenFrom: 'expires_in', tokenStated: 1 }],
    [{ expires_in: 172_800 }, { tokenMinutes: 1_440, tokenFrom: 'expires_in', tokenStated: 172_800 }],
    [{}, { tokenMinutes: 10, tokenFrom: 'default' }],
  ])('show a token’s lifetime as stated in the response: %j', async (said, facts) => {
    const service = await answering((_request, response) =>
      response.end(JSON.stringify({ access_token: 'abc', ...said })),
    );
    const { found } = await check({ url: service.url });
    await service.close();
    expect(found.token?.facts).toEqual(facts);
  });

  it('report another portal’s company id', async () => {
    const { codes } = await check({ changes: { SERVICE_COMPANY_ID: 'f'.repeat(24) } });
    expect(codes).toMatchObject({
      token: 'ok',
      access: 'bad other-company',
      schema: 'unknown earlier-first',
    });
  });

  it.each([
    [401, 'bad other-environment wrong-key'],
    [403, 'bad other-company wrong-key no-api-access'],
  ])('report what a %d for a new token may mean', async (status, access) => {
    await portal.vendor('PUT', '/faults', { refuseTokens: status });
    const { codes } = await check();
    expect(codes).toMatchObject({
      token: 'ok',
      access,
      schema: 'unknown earlier-first',
      leads: 'unknown earlier-first',
    });
  });

  it('report it even if the desk’s own client has stopped calling for a while', async () => {
    await portal.vendor('PUT', '/faults', { refuseTokens: 403 });
    const { readSchema, service } = setupContextAt(portal.url);
    for (let tries = 0; tries < 6; tries += 1) await service.listLeads().catch(() => {});
    const context = { ...setupContextAt(portal.url), readSchema, service };
    const refused = await runChecks(PORTAL, context);
    expect(refused.access?.causes?.[0]).toMatchObject({ code: 'other-company' });
    expect(refused.leads?.causes).toEqual([{ code: 'earlier-first' }]);
  });

  it('report a single permission that the key lacks', async () => {
    await portal.vendor('PUT', '/faults', { refuseTokens: 403, onlyRoutes: ['list'] });
    const { codes } = await check();
    expect(codes).toMatchObject({ access: 'ok', schema: 'ok', leads: 'bad no-permission' });
  });

  it('distinguish a service with its own problem from one that refuses us', async () => {
    await portal.vendor('PUT', '/faults', { errorRate: 1, errorStatus: 503 });
    expect((await check()).codes).toMatchObject({
      token: 'bad service-fails',
      access: 'unknown earlier-first',
    });
    await portal.vendor('PUT', '/faults', { onlyRoutes: ['schema', 'list'] });
    expect((await check()).codes).toMatchObject({
      token: 'ok',
      access: 'bad service-fails',
      schema: 'bad service-fails',
      leads: 'bad service-fails',
    });
    await portal.vendor('PUT', '/faults', { errorRate: 0, rateLimitedRate: 1 });
    expect((await check()).codes).toMatchObject({ access: 'bad service-fails', leads: 'bad service-fails' });
  });

  it('report a broken connection', async () => {
    await portal.vendor('PUT', '/faults', { down: true });
    expect((await check()).codes.token).toBe('bad no-response-in-time');
  });

  it('end for a service that never answers', async () => {
    const silent = await answering(() => {});
    const { codes } = await check({ url: silent.url, timeoutMs: 300 });
    await silent.close();
    expect(new Set(Object.values(codes))).toEqual(new Set(['unknown took-too-long']));
  });

  it.each([
    ['no-such-host', async () => 'https://nobody.invalid'],
    ['nobody-listens', closedAddress],
  ])('report a URL with %s', async (code, address) => {
    const url = await address();
    expect((await check({ changes: { SERVICE_AUTH_URL: url } })).codes.token).toBe(`bad ${code}`);
    const { codes } = await check({ changes: { SERVICE_BASE_URL: url } });
    expect(codes).toMatchObject({ token: 'ok', access: `bad ${code}`, leads: `bad ${code}` });
  });

  it('distinguish a web page, a redirect and an empty URL from a service', async () => {
    const page = await answering((_request, response) => response.end('<html>Welcome</html>'));
    expect((await check({ url: page.url })).codes.token).toBe('bad unreadable');
    expect((await check({ changes: { SERVICE_BASE_URL: page.url } })).codes).toMatchObject({
      access: 'ok',
      schema: 'bad unreadable',
      leads: 'bad unreadable',
    });
    await page.close();
    const moved = await answering((_request, response) =>
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    );
    expect((await check({ url: moved.url })).codes.token).toBe('bad redirects');
    await moved.close();
    const empty = await answering((_request, response) => response.writeHead(404).end());
    expect((await check({ url: empty.url })).codes.token).toBe('bad nothing-there');
    await empty.close();
  });

  it('show which parts of the form were not understood, and a missing marker field', async () => {
    const form = await answering((request, response) => {
      const isToken = request.url === '/oauth/token';
      const fields = [
        { fieldId: 'lastName', label: 'Last name', type: 'text', required: true },
        { fieldId: 'mood', label: 'Mood', type: 'colour-wheel' },
        { fieldId: 'rank', label: 'Rank', type: 'text', required: true, creatable: false },
      ];
      response.end(JSON.stringify(isToken ? { access_token: 't0ken-4711' } : { unifiedFields: fields }));
    });
    const { found, codes, text } = await check({
      url: form.url,
      changes: { SERVICE_MARKER_FIELD: 'deskRef' },
    });
    await form.close();
    expect(codes.schema).toBe('warning not-all-understood no-marker');
    expect(found.schema?.facts.notes).toMatchObject({
      items: [
        { code: 'unknown-type', values: { field: 'mood' } },
        { code: 'required-not-creatable', values: { field: 'rank' } },
      ],
    });
    expect(text).not.toContain('t0ken-4711');
  });

  it('count the offered choices, without retired ones', async () => {
    const form = await answering((request, response) => {
      const options = [{ value: 'EU' }, { value: 'US' }, { value: 'UK', active: false }];
      const fields = [{ fieldId: 'region', label: 'Region', type: 'picklist', options }];
      const isToken = request.url === '/oauth/token';
      response.end(JSON.stringify(isToken ? { access_token: 't0ken-4711' } : { unifiedFields: fields }));
    });
    const { found } = await check({ url: form.url });
    await form.close();
    expect(found.schema?.facts.fields).toMatchObject({ items: [{ values: { id: 'region', options: 2 } }] });
  });

  it('never show a secret that the service echoes', async () => {
    const mirror = await answering(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      response.writeHead(401).end(JSON.stringify({ message: `refused: ${body}` }));
    });
    const changes = { SERVICE_CLIENT_SECRET: SECRETS.SERVICE_CLIENT_SECRET };
    const { text } = await check({ url: mirror.url, changes });
    await mirror.close();
    expect(text).toContain('refused:');
    expect(text).not.toContain(SECRETS.SERVICE_CLIENT_SECRET);
  });
});

describe('the clocks', () => {
  const clockAhead = (aheadSeconds: number) => {
    const now = Date.parse('2026-01-01T12:00:00.250Z');
    const date = new Date(now - aheadSeconds * 1_000).toUTCString();
    return compareClocks({ date, requestedAt: now - 40, answeredAt: now + 40 });
  };

  it.each([
    [0, 'ok'],
    [-4, 'ok'],
    [7, 'warning'],
    [-55, 'warning'],
    [70, 'bad'],
    [-3_600, 'bad'],
  ])('%d seconds ahead are %s', async (aheadSeconds, state) => {
    const clock = clockAhead(aheadSeconds);
    const exchange = async () => ({
      outcome: { accessToken: 't', lifetimeMs: 60_000, lifetimeFrom: 'default' as const },
      clock,
    });
    expect(await checkClock(setupContextAt(portal.url, { exchange }))).toMatchObject({ state });
  });

  it('cannot be compared without a Date header', () => {
    expect(compareClocks({ date: null, requestedAt: 0, answeredAt: 1 })).toBeUndefined();
    expect(compareClocks({ date: 'yesterday', requestedAt: 0, answeredAt: 1 })).toBeUndefined();
  });
});
