import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { footprintOf } from './harness/footprint';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { openWorld, receiverOf, type World } from './harness/world';
import { HANDLERS, PAGES } from './matrix';

let world: World;
let port: string;
beforeAll(async () => {
  world = await openWorld();
  port = new URL(world.origin).port;
});

const REBOUND = 'rebound.evil.example';

/** Host names by which a foreign page may reach a desk on this machine. */
const FOREIGN: [string, () => string][] = [
  ['a name that leads here now', () => `${REBOUND}:${port}`],
  ['that name without the port', () => REBOUND],
  ['our name on another port', () => 'localhost:1'],
  ['our name without the port', () => 'localhost'],
  ['a name that begins like ours', () => `localhost.${REBOUND}:${port}`],
  ['ours with a dot behind', () => `localhost.:${port}`],
  ['an address that only means this machine', () => `0.0.0.0:${port}`],
];

function expectRefused(response: HttpResponse): void {
  // Node itself refuses invalid hosts.
  expect([400, 421]).toContain(response.status);
  expect(response.headers['content-type'] ?? 'text/plain').toContain('text/plain');
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(indiscretionOf(response, [REBOUND, port])).toBeUndefined();
}

describe('a name that is not the desk’s opens nothing', () => {
  const paths = [...Object.keys(PAGES), ...Object.keys(HANDLERS).map((name) => name.replace(/^\w+ /, ''))]
    .filter((path) => !path.includes('[') && !/^\/api\/(health|metrics|ready)$/.test(path))
    .concat('/api/auth/csrf', '/nothing/here', '/_next/image?url=%2Ficon.svg&w=64&q=75');

  it.each(FOREIGN)('%s', async (_what, host) => {
    const cookie = world.browsers.admin.cookies();
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const headers = { host: host(), cookie, origin: `http://${host()}`, 'sec-fetch-site': 'same-origin' };
        expectRefused(await send({ origin: world.origin, path, method, headers }));
      }
    }
  });

  it('R10c: nor does an absolute address, whatever its Host header', async () => {
    const addresses = [
      `http://${REBOUND}/leads`,
      `https://${REBOUND}`,
      `HTTP://${REBOUND}/leads`,
      `${REBOUND}:443`,
    ];
    for (const path of addresses) {
      const response = await send({ origin: world.origin, path });
      expectRefused(response);
      expect(response.headers.location).toBeUndefined();
    }
    const own = await send({ origin: world.origin, path: `${world.origin}/signin/sent` });
    expect(own.status).toBe(200);
  });

  it('whatever a proxy header says', async () => {
    const { host } = new URL(world.origin);
    for (const headers of [{ 'x-forwarded-host': host }, { forwarded: `host=${host}` }, { 'x-host': host }]) {
      const asked = { ...headers, host: `${REBOUND}:${port}` };
      expectRefused(await send({ origin: world.origin, path: '/leads', headers: asked }));
    }
  });
});

/** The status of the answer to a raw request that no client would send. */
async function statusOf(...lines: string[]): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  try {
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [head] = await once(socket, 'data');
    return Number(/^HTTP\/1\.\d (\d+)/.exec(String(head))?.[1]);
  } finally {
    socket.destroy();
  }
}

describe('a request that is unclear about the host opens nothing', () => {
  const foreign = () => `Host: ${REBOUND}:${port}`;
  it.each([
    ['none', () => statusOf('GET /leads HTTP/1.0')],
    ['an empty one', () => statusOf('GET /leads HTTP/1.1', 'Host:')],
    ['ours, after another', () => statusOf('GET /leads HTTP/1.1', foreign(), `Host: 127.0.0.1:${port}`)],
    ['ours, in a line that goes on', () => statusOf('GET /leads HTTP/1.1', foreign(), ` 127.0.0.1:${port}`)],
  ])('%s', async (_what, ask) => {
    expect([400, 421]).toContain(await ask());
  });
});

/** The forms of the admin's first page, posted as by a page under another host name. */
async function adminForms(): Promise<PostedForm[]> {
  const page = await world.browsers.admin.get('/admin');
  return formsOf(page.text).map(({ fields }) => ({ path: '/admin', fields }));
}

it('no admin act succeeds under a foreign name that points here', async () => {
  const forms = await adminForms();
  expect(forms.length).toBeGreaterThan(0);
  const before = await footprintOf(world.sql);
  for (const form of forms) {
    const headers = { host: `${REBOUND}:${port}`, origin: `http://${REBOUND}:${port}` };
    expectRefused(await postForm(world.browsers.admin, world.origin, form, headers));
  }
  expect(await footprintOf(world.sql)).toEqual(before);
});

it('no act succeeds by a header that claims our origin through another host', async () => {
  const [form] = await adminForms();
  if (!form) throw new Error('The page shows no form.');
  const before = await footprintOf(world.sql);
  const headers = { origin: `http://${REBOUND}`, 'x-forwarded-host': REBOUND };
  const response = await postForm(world.browsers.admin, world.origin, form, headers);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await footprintOf(world.sql)).toEqual(before);
});

describe('what answers to any name', () => {
  const host = `${REBOUND}:9`;

  it('health', async () => {
    const response = await send({ origin: world.origin, path: '/api/health', headers: { host } });
    expect(response).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  });

  it('the receivers of webhooks', async () => {
    const { path } = receiverOf(world.desk);
    const response = await send({
      origin: world.origin,
      path,
      method: 'POST',
      headers: { host },
      body: '{}',
    });
    expect(response).toMatchObject({ status: 401, body: '' });
  });

  it('public files', async () => {
    const file = readdirSync('.next/static/chunks').find((name) => name.endsWith('.js'));
    const response = await send({
      origin: world.origin,
      path: `/_next/static/chunks/${file}`,
      headers: { host },
    });
    expect(response.status).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

it.each(['localhost', '127.0.0.1', '[::1]'])('on this machine %s is also the desk', async (name) => {
  const headers = { host: `${name}:${port}` };
  expect((await send({ origin: world.origin, path: '/accessibility', headers })).status).toBe(200);
});
