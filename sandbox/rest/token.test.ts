import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  at,
  callSandbox,
  KEY,
  LEADS,
  openSandbox,
  request,
  requestToken,
  type SandboxCaller,
} from '@/tests/support/sandbox';
import { DEMO } from '../demo';
import { startSandbox } from '../server';

let desk: SandboxCaller;
beforeAll(async () => {
  desk = await openSandbox();
});
afterAll(() => desk.close());

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('the token exchange (interface, section 5)', () => {
  it('issues a signed JWT that expires when stated', async () => {
    const { status, body } = await requestToken(desk.url);
    expect(status).toBe(200);
    expect(at(body, 'expires_in')).toBe(900);
    const claims = claimsOf(String(at(body, 'access_token')));
    expect(claims).toMatchObject({ sub: DEMO.clientId, aud: DEMO.audience });
    expect(claims.exp - claims.iat).toBe(900);
  });

  it.each([
    ['a wrong audience', { ...KEY, audience: 'https://elsewhere.example' }, 401],
    ['no audience', { ...KEY, audience: undefined }, 401],
    ['a wrong secret', { ...KEY, client_secret: 'guess' }, 401],
    ['an unknown client', { ...KEY, client_id: 'nobody' }, 401],
    ['another grant', { ...KEY, grant_type: 'password' }, 400],
    ['no object', null, 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await requestToken(desk.url, body)).status).toBe(status);
  });

  it('accepts JSON only', async () => {
    const form = await request(`${desk.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(KEY) });
    expect(form.status).toBe(415);
    const broken = await request(`${desk.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":',
    });
    expect(broken.status).toBe(400);
  });
});

describe('a bearer token', () => {
  it.each([
    ['none', ''],
    ['the client secret', `Bearer ${DEMO.clientSecret}`],
    ['another scheme', 'Basic abc'],
    ['nonsense', 'Bearer %%%'],
  ])('is refused with 401 if it is %s', async (_, header) => {
    expect((await desk.call('GET', LEADS, undefined, header)).status).toBe(401);
  });

  it('is refused if its signature was changed, or if it is unsigned', async () => {
    const [head = '', claims = '', signature = ''] = desk.token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const token of [
      `${head}.${claims}.${flipped}`,
      `${none}.${claims}.`,
      `${none}.${claims}.${signature}`,
    ])
      expect((await desk.call('GET', LEADS, undefined, `Bearer ${token}`)).status).toBe(401);
  });

  it('opens its own portal only', async () => {
    const { status } = await desk.call('GET', `/1.0/api/company/${'0'.repeat(24)}/leads`);
    expect(status).toBe(403);
  });

  it('ends with its lifetime', async () => {
    // Its end is a whole second: with a lifetime of one it may be over at once.
    const sandbox = await startSandbox({ port: 0, seedLeads: 0, tokenSeconds: 2 });
    const brief = await callSandbox(sandbox);
    const end = claimsOf(brief.token).exp * 1000;
    let status = (await brief.call('GET', LEADS)).status;
    expect(status).toBe(200);
    while (status === 200 && Date.now() < end + 2000) status = (await brief.call('GET', LEADS)).status;
    expect(status).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    await sandbox.close();
  });
});

describe('a token under each shape', () => {
  it('is unreadable if tokens are opaque, and still opens the portal', async () => {
    await desk.vendor('PUT', '/shape', { tokenForm: 'opaque', expiresIn: 'absent' });
    const { body } = await requestToken(desk.url);
    await desk.vendor('PUT', '/shape', { tokenForm: 'jwt', expiresIn: 'number' });
    const token = String(at(body, 'access_token'));
    expect(token.split('.')).toHaveLength(5);
    expect(() => claimsOf(token)).toThrow();
    expect((await desk.call('GET', LEADS, undefined, `Bearer ${token}`)).status).toBe(200);
    expect((await desk.call('GET', LEADS, undefined, `Bearer ${token.slice(0, -4)}AAAA`)).status).toBe(401);
  });

  it.each([
    [8, 'jwt', 401],
    [20, 'jwt', 403],
    [45, 'opaque', 403],
  ] as const)(
    'of %d s (%s) is answered with %d once it has ended',
    async (seconds, tokenForm, endedToken) => {
      const clock = { at: Date.parse('2026-03-01T10:00:00Z') };
      const sandbox = await startSandbox({
        port: 0,
        seedLeads: 0,
        tokenSeconds: seconds,
        now: () => new Date(clock.at),
      });
      const brief = await callSandbox(sandbox);
      await brief.vendor('PUT', '/shape', { tokenForm, endedToken });
      const fresh = await callSandbox(sandbox);
      clock.at += (seconds - 1) * 1_000;
      expect((await fresh.call('GET', LEADS)).status).toBe(200);
      clock.at += 1_000;
      expect((await fresh.call('GET', LEADS)).status).toBe(endedToken);
      await sandbox.close();
    },
  );
});

describe('revoking a key', () => {
  it('refuses new tokens immediately and keeps an issued one valid', async () => {
    const made = await desk.vendor('POST', '/keys', { name: 'Second' });
    const key = {
      ...KEY,
      client_id: at(made.body, 'clientId'),
      client_secret: at(made.body, 'clientSecret'),
    };
    const { body } = await requestToken(desk.url, key);
    await desk.vendor('POST', '/keys/revoke', { clientId: key.client_id });
    expect((await requestToken(desk.url, key)).status).toBe(401);
    const bearer = `Bearer ${String(at(body, 'access_token'))}`;
    expect((await desk.call('GET', LEADS, undefined, bearer)).status).toBe(200);
  });
});

describe('the answer, as the shape says', () => {
  it.each([
    [{ expiresIn: 'number' }, 900],
    [{ expiresIn: 'string' }, '900'],
    [{ expiresIn: 'absent' }, undefined],
  ])('%j', async (shape, expected) => {
    await desk.vendor('PUT', '/shape', shape);
    expect(at((await requestToken(desk.url)).body, 'expires_in')).toBe(expected);
  });

  it.each([
    ['none', ['access_token']],
    ['type', ['access_token', 'token_type']],
    ['many', ['access_token', 'token_type', 'scope', 'issued_token_type', 'region']],
  ])('extras: %s', async (tokenExtras, keys) => {
    await desk.vendor('PUT', '/shape', { tokenExtras, expiresIn: 'absent' });
    expect(Object.keys((await requestToken(desk.url)).body ?? {})).toEqual(keys);
  });
});
