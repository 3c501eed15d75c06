import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { readable } from '@/tests/support/desk/html';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { until } from '@/tests/support/desk/until';
import { footprintOf } from './harness/footprint';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { openWorld, type World } from './harness/world';

const TYPE = 'lead-receipt+jwt';
const KEYS = '/.well-known/jwks.json';

let world: World;
let submissionId: string;
/** A genuine receipt of Maya's. */
let code: string;
let form: PostedForm;
beforeAll(async () => {
  world = await openWorld();
  submissionId = await submitted('Receipt1');
  code = await codeOf(submissionId);
  await untilQuiet(world.desk);
  const page = await world.browsers['signed out'].get('/verify');
  const [found] = formsOf(page.text).filter(({ fields }) => fields.some(([name]) => name === 'code'));
  form = { path: '/verify', fields: found?.fields ?? expect.fail('no form') };
});

async function submitted(lastName: string): Promise<string> {
  const { maya } = world;
  const { submissionId: id } = await maya.submit(lastName);
  await until('the lead is accepted', async () => (await maya.submission(id)).leadId);
  return id;
}

async function codeOf(id: string): Promise<string> {
  const { html } = await world.maya.page(`/submissions/${id}`);
  return /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(html)?.[0] ?? expect.fail('no code');
}

/** What the page says about a code, posted without scripts and signed out. */
async function verify(pasted: string): Promise<HttpResponse & { text: string }> {
  const fields = form.fields.map(([name, value]): [string, string] => [
    name,
    name === 'code' ? pasted : value,
  ]);
  const response = await postForm(world.browsers['signed out'], world.origin, { ...form, fields });
  return { ...response, text: readable(response.body) };
}

async function expectInvalid(pasted: string): Promise<void> {
  const before = await footprintOf(world.sql);
  const response = await verify(pasted);
  expect(response.status).toBe(200);
  expect(response.text).toContain('This receipt isn’t valid');
  expect(response.text).not.toContain('Submitted by');
  expect(indiscretionOf(response)).toBeUndefined();
  expect(response.headers['set-cookie'] ?? []).toEqual([]);
  expect({ ...(await footprintOf(world.sql)), rate_limits: '' }).toEqual({ ...before, rate_limits: '' });
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The parts of the genuine receipt. */
const parts = () => code.split('.') as [string, string, string];
const header = () => JSON.parse(Buffer.from(parts()[0], 'base64url').toString());
const claims = () => JSON.parse(Buffer.from(parts()[1], 'base64url').toString());

describe('row 52: /verify', () => {
  it('shows what a genuine receipt says, to anyone', async () => {
    const { text, status } = await verify(code);
    expect(status).toBe(200);
    expect(text).toContain('This receipt is genuine');
    expect(text).toContain('Submitted by Maya Lindqvist');
    expect(text).not.toContain('Receipt1');
  });

  it.each<[string, () => string | Promise<string>]>([
    ['changed', () => [parts()[0], part({ ...claims(), person: 'Someone Else' }), parts()[2]].join('.')],
    ['truncated', () => code.slice(0, -20)],
    ['without a signature', () => `${parts()[0]}.${parts()[1]}.`],
    ['alg: none', () => `${part({ ...header(), alg: 'none' })}.${parts()[1]}.`],
    [
      'alg: none, with a signature',
      () => `${part({ ...header(), alg: 'none' })}.${parts()[1]}.${parts()[2]}`,
    ],
    [
      'HS256 with the public key',
      async () => {
        const { keys } = JSON.parse((await send({ origin: world.origin, path: KEYS })).body);
        const body = `${part({ ...header(), alg: 'HS256' })}.${parts()[1]}`;
        return `${body}.${createHmac('sha256', Buffer.from(keys[0].x, 'base64url')).update(body).digest('base64url')}`;
      },
    ],
    ['with a key under our name', () => forged(header().kid)],
    ['of another desk', () => forged('another')],
    [
      'with its own key and address of keys in the header',
      () => forged('mine', { jku: 'http://127.0.0.1:1/', jwk: {} }),
    ],
    ['a session', () => world.browsers.admin.cookies()],
    ['markup', () => '<img src=x onerror=alert(1)>'],
    ['a header of __proto__', () => `${part({ __proto__: null, alg: {} })}.e30.AA`],
    ['very long', () => `${code}${'A'.repeat(90_000)}`],
    ['NUL and half a character', () => 'eyJ\u0000.\ud800.x'],
  ])('%s', async (_what, make) => expectInvalid(await make()));

  it('a body beyond the limit is refused before it is read', async () => {
    const { status } = await verify('A'.repeat(2 * 1024 * 1024));
    expect([0, 413]).toContain(status);
  });

  it('a signed name with markup is shown as text', async () => {
    const name = 'Maya <img src=x onerror=alert(1)>';
    await world.sql.query("update people set name = $1 where name = 'Maya Lindqvist'", [name]);
    try {
      const response = await verify(await codeOf(await submitted('Receipt2')));
      expect(response.body).not.toContain('<img');
      expect(response.text).toContain('Submitted by Maya');
    } finally {
      await world.sql.query("update people set name = 'Maya Lindqvist' where name = $1", [name]);
    }
  });

  it('a code in the query is not read: addresses are logged', async () => {
    const response = await send({ origin: world.origin, path: `/verify?code=${code}` });
    expect(readable(response.body)).not.toContain('genuine');
  });

  it('has a limit for everyone together, where networks cannot be told apart', async () => {
    await verify(code);
    // As after a burst: later than the limit tolerates, and not so late that a clock must have been ahead.
    const { rowCount } = await world.sql.query(
      "update rate_limits set next_at = clock_timestamp() + interval '150 seconds' where key like 'all-verifications:%'",
    );
    expect(rowCount).toBe(1);
    expect((await verify(code)).text).toMatch(/Too many attempts/);
    await world.sql.query("delete from rate_limits where key like 'all-verifications:%'");
    expect((await verify(code)).text).toContain('This receipt is genuine');
  });
});

async function forged(kid: string, more: object = {}): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const protectedHeader = { alg: 'EdDSA', typ: TYPE, kid, ...more };
  return new SignJWT(claims()).setProtectedHeader(protectedHeader).sign(privateKey);
}

describe('row 53: what belongs to others', () => {
  it('the answers file is 404 for everyone but its person, like one that never existed', async () => {
    for (const actor of ['other agent', 'manager', 'admin', 'unmapped'] as const) {
      const headers = { cookie: world.browsers[actor].cookies() };
      for (const id of [submissionId, 'sub_aaaaaaaaaaaaaaaaaaaa', '..', '%00'] as const) {
        const response = await send({ origin: world.origin, path: `/submissions/${id}/answers`, headers });
        expect([400, 404], `${actor} ${id}`).toContain(response.status);
        expect(response.body).not.toContain('Receipt1');
      }
    }
    const own = await send({
      origin: world.origin,
      path: `/submissions/${submissionId}/answers`,
      headers: { cookie: world.browsers.agent.cookies() },
    });
    expect(own.status).toBe(200);
    expect(own.headers['content-disposition']).toBe(`attachment; filename="${submissionId}.json"`);
    expect(own.headers['cache-control']).toContain('no-store');
    expect(JSON.parse(own.body)).toMatchObject({ answers: { lastName: 'Receipt1' } });
  });

  it('the public keys are public, and nothing else', async () => {
    const response = await send({ origin: world.origin, path: KEYS });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    const { keys } = JSON.parse(response.body);
    expect(keys.map((key: object) => Object.keys(key).sort())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x'],
    ]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s of the public keys is refused', async (method) => {
    const response = await send({
      origin: world.origin,
      path: KEYS,
      method,
      headers: { origin: world.origin },
    });
    expect(response.status).toBe(405);
  });

  it('under another host there are none', async () => {
    const response = await send({ origin: world.origin, path: KEYS, headers: { host: 'evil.example' } });
    expect(response.status).toBe(421);
  });
});
