import { beforeAll, describe, expect, it } from 'vitest';
import { indiscretionOf } from './harness/generic';
import { readSurface } from './harness/routes';
import { type HttpResponse, send } from './harness/send';
import { openWorld, type World } from './harness/world';
import { type Facts, HANDLERS, PAGES } from './matrix';

let world: World;
let facts: Facts;
/** Content that only signed-in people may read. */
let precious: string[];
beforeAll(async () => {
  world = await openWorld();
  const leads = await world.desk.vendor.listLeads();
  facts = {
    leadId: leads[0]?.id ?? '',
    submissionId: 'sub_aaaaaaaaaaaaaaaaaaaa',
    draftId: 'dft_aaaaaaaaaaaaaaaaaaaa',
    importId: 'imp_aaaaaaaaaaaaaaaaaaaa',
    erasureId: 'era_aaaaaaaaaaaaaaaaaaaa',
    personId: 'per_x',
    agent: '',
  };
  const people = await world.sql.query<{ email: string }>('select email from people');
  precious = [...leads.flatMap(({ email }) => email ?? []), ...people.rows.map(({ email }) => email)];
});

/** One of each kind: the matrix opens all of them, and what these headers and addresses try is the same code for all. */
const KINDS = [
  ...['/', '/leads', '/leads/new', '/leads/[id]', '/submissions/[id]', '/leads/import/[id]/check'],
  ...['/settings/device', '/admin', '/admin/people', '/admin/people/[id]', '/admin/leads/[id]'],
  ...['GET /api/stream', 'GET /submissions/[id]/answers', 'GET /leads/import/[id]/file'],
];
const PROTECTED = Object.entries({ ...PAGES, ...HANDLERS }).filter(([name]) => KINDS.includes(name));

/** Headers that some servers used to trust. */
const HEADERS: Record<string, string>[] = [
  { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
  { 'x-middleware-skip': '1' },
  { 'x-middleware-next': '1' },
  { 'x-middleware-prefetch': '1' },
  { 'x-middleware-rewrite': '/accessibility' },
  { 'x-middleware-override-headers': 'cookie', 'x-middleware-request-cookie': 'next-auth.session-token=x' },
  { 'x-matched-path': '/admin' },
  { 'x-now-route-matches': '1=admin' },
  { 'x-invoke-path': '/admin', 'x-invoke-status': '200' },
  { 'next-resume': '1' },
  { 'x-nextjs-data': '1' },
  { purpose: 'prefetch' },
  { 'sec-purpose': 'prefetch' },
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
  { 'x-http-method-override': 'POST' },
  { authorization: 'Bearer %%%' },
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { cookie: 'next-auth.session-token=x' },
  { cookie: `next-auth.session-token=${'e'.repeat(4_000)}` },
  { cookie: '__Host-next-auth.session-token=x; __Secure-next-auth.session-token=x' },
];

const FORMS: [string, (path: string) => string][] = [
  ['.rsc', (path) => `${path}.rsc`],
  ['its segments', (path) => `${path}.segments/_tree.segment.rsc`],
  ['a page of its segments', (path) => `${path}.segments/!KGFkbWluKQ/__PAGE__.segment.rsc`],
  ['a made-up parameter', (path) => `${path}?nxtPid=2&nxtPreceiver=x`],
  ['a flight', (path) => `${path}?_rsc=x`],
  ['two slashes before', (path) => `/${path}`],
  ['a dot behind', (path) => `${path}/.`],
  ['a dot before', (path) => `/.${path}`],
  ['a way round', (path) => `/accessibility/..${path}`],
  ['an encoded way round', (path) => `/accessibility/%2e%2e${path}`],
  ['a slash behind', (path) => `${path}/`],
  ['an encoded letter', (path) => `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`],
  ['an encoded slash', (path) => `/%2f${path.slice(1)}`],
  ['a backslash', (path) => `/\\${path.slice(1)}`],
  ['capitals', (path) => path.toUpperCase()],
  ['a semicolon', (path) => `${path};x=1`],
  ['a zero byte', (path) => `${path}%00`],
  ['as data', (path) => `/_next/data/x${path}.json`],
  ['.json', (path) => `${path}.json`],
  ['below a file', (path) => `/_next/static/..${path}`],
  ['below the receivers of webhooks', (path) => `/api/webhooks/..${path}`],
  ['as a picture', (path) => `/_next/image?url=${encodeURIComponent(path)}&w=64&q=75`],
  ['a whole address', (path) => `http://localhost${path}`],
];

/** Redirected or refused, without revealing the content. */
function expectNothing(response: HttpResponse): void {
  if (!saysNothing(response))
    expect([301, 302, 303, 307, 308, 400, 401, 403, 404, 421]).toContain(response.status);
  expect(precious.filter((bytes) => response.body.includes(bytes))).toEqual([]);
  expect(indiscretionOf(response)).toBeUndefined();
  const to = response.headers.location;
  if (to) expect([world.origin, 'http://localhost']).toContain(new URL(to, world.origin).origin);
}

/** A 200 that tells prefetching scripts only about a redirect or refusal. */
function saysNothing({ status, body, headers }: HttpResponse): boolean {
  if (status !== 200) return false;
  const isFlight = headers['content-type'] === 'text/x-component';
  return body === '{}' || (isFlight && /NEXT_REDIRECT|NEXT_HTTP_ERROR_FALLBACK/.test(body));
}

describe('row 24: signed out, nothing opens', () => {
  const pathOf = (name: string, row: (typeof PAGES)[string]) => row.at?.(facts) ?? name.replace(/^GET /, '');

  it.each(PROTECTED)('%s with headers that some servers used to trust', async (name, row) => {
    for (const headers of HEADERS) {
      const response = await send({ origin: world.origin, path: pathOf(name, row), headers });
      expectNothing(response);
    }
  });

  it.each(PROTECTED)('%s by equivalent addresses', async (name, row) => {
    for (const [, write] of FORMS) {
      const response = await send({ origin: world.origin, path: write(pathOf(name, row)) });
      expectNothing(response);
    }
  });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s of any page', async (method) => {
    for (const [name, row] of PROTECTED) {
      const headers = { origin: world.origin };
      const response = await send({ origin: world.origin, path: pathOf(name, row), method, headers });
      if (![204, 405].includes(response.status)) expectNothing(response);
    }
  });

  it('TRACE echoes nothing of the request', async () => {
    const headers = { 'x-mine': 'given-in', cookie: 'a=given-in' };
    const response = await send({ origin: world.origin, path: '/leads', method: 'TRACE', headers });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(indiscretionOf(response, ['given-in'])).toBeUndefined();
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '//evil.example/%2e%2e',
    '/%2f%2fevil.example',
    '/<img src=x>/',
  ])('%s leads to nobody else and writes no HTML', async (path) => {
    const response = await send({ origin: world.origin, path: path.replace(' ', '%20') });
    expectNothing(response);
    expect(response.body).not.toContain('<img');
  });
});

it('row 24: the protected content exists for a signed-in person', async () => {
  const { browsers } = world;
  const page = await browsers.agent.get(`/leads/${facts.leadId}`);
  expect(precious.some((bytes) => page.text.includes(bytes))).toBe(true);
  expect(readSurface().pages.length).toBe(Object.keys(PAGES).length);
  expect(PROTECTED).toHaveLength(KINDS.length);
});
