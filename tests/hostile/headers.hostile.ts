import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { startDesk } from '@/tests/support/desk/desk';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import { directivesOf, expectSafePage, USUAL } from './harness/headers';
import { type HttpResponse, send } from './harness/send';
import { openWorld, type World } from './harness/world';

const staticFile = `/_next/static/chunks/${readdirSync('.next/static/chunks').find((name) => name.endsWith('.js'))}`;

let world: World;
let origin: string;
beforeAll(async () => {
  world = await openWorld();
  origin = world.origin;
});

function get(path: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
  return send({ origin, path, headers });
}

it.each([
  ['h2c', { 'http2-settings': 'AAMAAABkAAQAAP__' }],
  ['websocket', { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }],
  ['anything', {}],
] as [string, Record<string, string>][])(
  'a request that asks to upgrade to %s is answered as if it did not',
  async (upgrade, headers) => {
    for (const [path, status] of [
      ['/api/health', 200],
      ['/signin', 200],
    ] as const) {
      const connection = 'Upgrade, HTTP2-Settings';
      expect((await get(path, { connection, upgrade, ...headers })).status).toBe(status);
    }
  },
);

it('a connection stays open longer than a reverse proxy keeps it', async () => {
  const response = await get('/signin', { connection: 'keep-alive' });
  expect(response.headers['keep-alive']).toBe('timeout=150');
});

// Those that exist are read as each kind of person by the access matrix.
describe('a page that does not exist carries its policy and the usual headers', () => {
  it.each([
    ['an address that nobody made', '/nothing/here'],
    ['a lead that is not there', '/leads/000000000000000000000000'],
    ['below the receivers of webhooks', '/api/webhooks/rcv_aaaaaaaaaaaaaaaaaaaa/x'],
    ['an API that is not there', '/api/nothing'],
    ['what begins like a file', '/favicon.icons'],
    ['what begins like another file', '/icon.svgs'],
    ['a picture to be fetched for others', '/_next/image?url=%2Ficon.svg&w=64&q=75'],
    ['a picture of another site', '/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75'],
    ['a way out of the build', '/_next/static/../../package.json'],
    ['data of pages that are not there', '/_next/data/x/leads.json'],
  ])('404: %s', async (_what, path) => {
    const response = await get(path, { cookie: world.browsers.agent.cookies() });
    expect(response.status).toBe(404);
    expectSafePage(response);
  });

  it('a redirect by the server itself is not a page', async () => {
    const response = await get('/leads/');
    expect(response).toMatchObject({ status: 308, body: '/leads' });
  });

  it('every answer has its own nonce', async () => {
    const seen = new Set<string | undefined>();
    for (const _ of [1, 2, 3]) seen.add(directivesOf(await get('/accessibility')).get('script-src'));
    expect(seen.size).toBe(3);
  });
});

describe('a page opens whatever a cookie holds', () => {
  it.each(['tz', 'theme', 'language'])('%s', async (name) => {
    for (const value of ['%25', '%', '%E4%', '__proto__', '"', 'x'.repeat(3_000)]) {
      for (const path of ['/signin', '/accessibility', '/api/auth/csrf']) {
        const { status } = await get(path, { cookie: `${name}=${value}` });
        expect(status, `${path} with ${name}=${value.slice(0, 20)}`).toBe(200);
      }
    }
  });
});

describe('a form of a page that hides its origin', () => {
  it('works: the browser itself says that the page is ours', async () => {
    const browser = world.browsers.agent;
    const page = await browser.get('/accessibility');
    const form = formsOf(page.text).find(({ fields }) => fields.some(([, value]) => value === 'language'));
    const { fields } = form ?? expect.fail('no form for the language');
    const posted: PostedForm = { path: '/accessibility', fields: [...fields, ['language', 'en']] };
    expect((await postForm(browser, origin, posted, { origin: 'null' })).status).toBeLessThan(400);
    const foreign = { origin: 'null', 'sec-fetch-site': 'cross-site' };
    expect((await postForm(browser, origin, posted, foreign)).status).toBe(403);
  });
});

describe('responses other than pages carry the usual headers', () => {
  it.each([
    ['a file of the build', () => get(staticFile), 200],
    ['a file of the build that is not there', () => get('/_next/static/chunks/nothing.js'), 404],
    ['the icon', () => get('/icon.svg'), 200],
    ['robots.txt', () => get('/robots.txt'), 200],
    ['health', () => get('/api/health'), 200],
    ['a stream that is refused', () => get('/api/stream'), 401],
    ['a wrong method', () => get('/api/webhooks/rcv_aaaaaaaaaaaaaaaaaaaa'), 405],
  ])('%s', async (_what, ask, status) => {
    const response = await ask();
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject(USUAL);
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(response.body).not.toContain('<script');
  });

  it.each(['/api/health', '/api/auth/session', '/api/auth/providers'])('%s is kept nowhere', async (path) => {
    const response = await get(path, { cookie: world.browsers.agent.cookies() });
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.headers['cache-control']).toContain('private');
  });

  it.each(['/api/stream', '/api/unread'])(
    '%s is shared with nobody, and keeps no form from coming Back',
    async (path) => {
      const response = await get(path);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    },
  );
});

it('while the database does not answer, the error page is as safe as the others', async () => {
  world.desk.databaseProxy?.refuse();
  try {
    const response = await get('/leads');
    expect(response.status).toBe(503);
    expectSafePage(response);
  } finally {
    world.desk.databaseProxy?.heal();
  }
});

describe('a desk served over https', () => {
  it('tells browsers to use https only, and sets cookies for its host alone', async () => {
    const desk = await startDesk({
      engine: 'postgres',
      seedLeads: 2,
      env: { APP_URL: 'https://localhost:8443' },
    });
    try {
      const headers = { host: 'localhost:8443' };
      const response = await send({ origin: desk.door.url, path: '/api/auth/csrf', headers });
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
      expect(response.headers['content-security-policy']).toContain('upgrade-insecure-requests');
      for (const cookie of response.headers['set-cookie'] ?? []) {
        expect(cookie).toMatch(
          /^__Host-[^;]*;(?=.*Path=\/(;|$))(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)/,
        );
        expect(cookie).not.toMatch(/domain=/i);
      }
      expect(response.headers['set-cookie']?.length).toBeGreaterThan(0);
    } finally {
      await desk.stop();
    }
  });

  it('does not do so when served over http', async () => {
    expect((await get('/accessibility')).headers['strict-transport-security']).toBeUndefined();
  });
});
