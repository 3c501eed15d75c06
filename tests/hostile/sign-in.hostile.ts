import { beforeAll, describe, expect, it } from 'vitest';
import { PlainBrowser } from '@/tests/support/desk/browser';
import { readable, tagsOf } from '@/tests/support/desk/html';
import { footprintOf } from './harness/footprint';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { openWorld, type World } from './harness/world';

const SESSION = 'next-auth.session-token';
const CALLBACK = '/api/auth/callback/demo';

let world: World;
beforeAll(async () => {
  // No server listens there: what is queued stays queued.
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@vendor.example' });
});

/** The form with this person's button, as a browser with these cookies gets it. */
async function demoForm(browser: PlainBrowser, name = 'Maya Lindqvist'): Promise<URLSearchParams> {
  const page = await browser.get('/leads');
  const form = (page.text.match(/<form\b.*?<\/form>/gs) ?? []).find((html) =>
    readable(html).startsWith(name),
  );
  if (!form) throw new Error(`Nobody can sign in as ${name}.`);
  return new URLSearchParams(tagsOf(form, 'input').map((tag) => [tag.name ?? '', tag.value ?? '']));
}

const fresh = () => new PlainBrowser(world.desk.door);
const sessionIn = (browser: PlainBrowser) =>
  new RegExp(`${SESSION.replace('.', '\\.')}=([^;]+)`).exec(browser.cookies())?.[1];

async function statusFor(cookie: string): Promise<number> {
  return (await send({ origin: world.origin, path: '/leads', headers: { cookie } })).status;
}

describe('row 15: sign-in redirects only within this desk', () => {
  const TARGETS = [
    '//evil.example',
    '/\\evil.example',
    'https://us.evil.example',
    'https://us@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '%2f%2fevil.example',
    '/%2f/evil.example',
    '/\t/evil.example',
    'evil.example',
    'https://',
    '',
    `/${'a'.repeat(8_000)}`,
  ];

  it.each(TARGETS)('requested by the address: %j', async (target) => {
    for (const path of ['/api/auth/signin', '/signin', '/api/auth/signout']) {
      const query = `?callbackUrl=${encodeURIComponent(target)}`;
      const response = await send({ origin: world.origin, path: `${path}${query}` });
      expect(response.status).toBeLessThan(500);
      const to = new URL(response.headers.location ?? '/', world.origin);
      expect(to.origin).toBe(world.origin);
      expect(indiscretionOf(response)).toBeUndefined();
    }
  });

  it.each(TARGETS)('requested by the form: %j', async (target) => {
    const browser = fresh();
    const form = await demoForm(browser);
    form.set('callbackUrl', target);
    const response = await browser.ask(CALLBACK, {
      method: 'POST',
      body: form,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(response.status).toBeLessThan(400);
    const to = new URL(response.headers.get('location') ?? '/', world.origin);
    expect(to.origin).toBe(world.origin);
  });
});

describe('row 16: a session', () => {
  it('that was planted before sign-in is replaced at sign-in', async () => {
    const browser = new PlainBrowser(world.desk.door, new Map([[SESSION, 'planted']]));
    await browser.post(CALLBACK, await demoForm(browser));
    expect(sessionIn(browser)).toBeDefined();
    expect(sessionIn(browser)).not.toBe('planted');
  });

  it('is new after each sign-in, and invalid after signing out', async () => {
    const browser = fresh();
    const form = await demoForm(browser);
    await browser.post(CALLBACK, form);
    const first = browser.cookies();
    await browser.post(CALLBACK, form);
    expect(browser.cookies()).not.toBe(first);
    const last = browser.cookies();
    expect(await statusFor(last)).toBe(200);
    const csrfToken = form.get('csrfToken') ?? '';
    await browser.post('/api/auth/signout', new URLSearchParams({ csrfToken, callbackUrl: '/' }));
    expect(await statusFor(last)).toBe(307);
  });

  it('has the person’s current role, membership and status at each request', async () => {
    const cookie = world.browsers.manager.cookies();
    const person = "(select id from people where name = 'Ines Carvalho')";
    expect(await statusFor(cookie)).toBe(200);
    await world.sql.query(`update people set disabled_at = now() where id = ${person}`);
    expect(await statusFor(cookie)).toBe(307);
    await world.sql.query(`update people set disabled_at = null where id = ${person}`);
    await world.sql.query(`delete from memberships where person_id = ${person}`);
    const response = await send({ origin: world.origin, path: '/leads', headers: { cookie } });
    expect(response.headers.location).toBe('/waiting');
  });

  it('that has expired, or was unused for too long, is invalid', async () => {
    const browser = fresh();
    await browser.post(CALLBACK, await demoForm(browser));
    await world.sql.query("update sessions set last_seen_at = now() - interval '31 minutes'");
    expect(await statusFor(browser.cookies())).toBe(307);
    await browser.post(CALLBACK, await demoForm(browser));
    await world.sql.query('update sessions set expires_at = now()');
    expect(await statusFor(browser.cookies())).toBe(307);
  });
});

describe('the sign-in page sets the cookie that its forms need', () => {
  const COOKIE = 'next-auth.csrf-token';
  const open = (path: string, cookie = '') => send({ origin: world.origin, path, headers: { cookie } });
  const newCookie = ({ headers }: HttpResponse) =>
    [headers['set-cookie'] ?? []].flat().find((line) => line.startsWith(`${COOKIE}=`));

  it.each(['/signin', '/signin?again=1', '/signin?callbackUrl=%2Fleads', '/signin/link?token=x'])(
    'at once, at %s',
    async (path) => {
      const response = await open(path);
      expect(response.status).toBe(200);
      expect(newCookie(response)).toMatch(/; Path=\/; HttpOnly; SameSite=lax$/i);
    },
  );

  it('which next-auth accepts and the page keeps', async () => {
    const response = await open('/signin');
    const [cookie = ''] = newCookie(response)?.split(';') ?? [];
    const { csrfToken } = JSON.parse((await open('/api/auth/csrf', cookie)).body) as { csrfToken: string };
    expect(decodeURIComponent(cookie)).toContain(`=${csrfToken}|`);
    expect(response.body).toContain(`value="${csrfToken}"`);
    const again = await open('/signin', cookie);
    expect(newCookie(again)).toBeUndefined();
    expect(again.body).toContain(`value="${csrfToken}"`);
  });

  it('and replaces one that is not ours', async () => {
    const planted = 'a'.repeat(64);
    const response = await open('/signin', `${COOKIE}=${planted}%7C${'b'.repeat(64)}`);
    expect(newCookie(response)).toBeDefined();
    expect(response.body).not.toContain(planted);
  });

  it('and a browser that sends none is told to allow cookies', async () => {
    const form = await demoForm(fresh());
    const response = await fresh().post(CALLBACK, form);
    expect(response.status).toBe(403);
    expect(response.text).toContain('Allow cookies for this site');
  });
});

describe('row 17: other cookies are not sessions', () => {
  it.each(['csrf-token', 'callback-url', 'state', 'nonce', 'pkce.code_verifier'])('%s', async (name) => {
    const browser = fresh();
    await demoForm(browser);
    await browser.get('/api/auth/signin?callbackUrl=%2Fleads');
    const value = new RegExp(`next-auth\\.${name}=([^;]+)`).exec(browser.cookies())?.[1] ?? 'x'.repeat(64);
    expect(await statusFor(`${SESSION}=${value}`)).toBe(307);
  });

  it.each(['planted', '%', 'javascript:alert(1)', 'https://evil.example/'])(
    'and an address to return to that reads %j keeps nobody from signing in',
    async (planted) => {
      const browser = new PlainBrowser(world.desk.door, new Map([['next-auth.callback-url', planted]]));
      const page = await browser.post(CALLBACK, await demoForm(browser));
      expect(page.status).toBe(200);
      expect(sessionIn(browser)).toBeDefined();
    },
  );
});

it.each(['company', 'oidc', 'google', 'mail', '__proto__', '../csrf'])(
  'row 18: coming back from %s without having gone there gives no session',
  async (provider) => {
    const path = `/api/auth/callback/${provider}?code=x&state=y`;
    const response = await send({ origin: world.origin, path });
    expect(response.status).toBeLessThan(500);
    expect(String(response.headers['set-cookie'] ?? '')).not.toContain(SESSION);
    expect(indiscretionOf(response)).toBeUndefined();
  },
);

describe('row 19: links point here, whatever host is requested', () => {
  it.each([
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.example;proto=https' },
  ])('%j', async (headers) => {
    for (const path of ['/leads', '/signin', '/api/auth/signin', '/api/auth/csrf', '/api/auth/signout']) {
      const response = await send({ origin: world.origin, path, headers });
      const sent = `${response.headers.location} ${response.headers['set-cookie']} ${response.body}`;
      expect(sent).not.toContain('evil.example');
    }
  });
});

it.each(['/api/stream', '/api/auth/session', '/api/health', '/leads', '/admin'])(
  'row 20: an authorization that cannot be read is none, at %s',
  async (path) => {
    const response = await send({ origin: world.origin, path, headers: { authorization: 'Bearer %%%' } });
    expect(response.status).toBe((await send({ origin: world.origin, path })).status);
    expect(response.status).toBeLessThan(500);
  },
);

describe('row 21: a sign-in that our page did not start', () => {
  it.each([
    ['an origin that is null', { origin: 'null' }],
    ['no origin', {}],
    ['a sibling', { origin: 'http://127.0.0.1:1' }],
    ['another site that names us', { 'sec-fetch-site': 'cross-site' }],
  ])('%s', async (_what, headers) => {
    const browser = fresh();
    const body = (await demoForm(browser)).toString();
    const before = await footprintOf(world.sql, { also: ['sessions'] });
    const response = await send({
      origin: world.origin,
      path: CALLBACK,
      method: 'POST',
      body,
      headers: {
        ...headers,
        cookie: browser.cookies(),
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(response).toMatchObject({ status: 403, body: '' });
    expect(await footprintOf(world.sql, { also: ['sessions'] })).toEqual(before);
  });

  it.each(['', 'guess'])('a form whose token is %j', async (csrfToken) => {
    const browser = fresh();
    const form = await demoForm(browser);
    form.set('csrfToken', csrfToken);
    const before = await footprintOf(world.sql, { also: ['sessions'] });
    await browser.post(CALLBACK, form);
    expect(sessionIn(browser)).toBeUndefined();
    expect(await footprintOf(world.sql, { also: ['sessions'] })).toEqual(before);
  });
});
