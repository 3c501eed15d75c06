import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headingOf } from '@/tests/support/desk/html';
import { leadNamed } from '@/tests/support/desk/lead-form';
import { callAction, formsOf, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { readActions } from './harness/routes';
import { type HttpResponse, send } from './harness/send';
import { type Actor, openWorld, type World } from './harness/world';
import { type Facts, HANDLERS, PAGES } from './matrix';

/** R13b: input that is unreadable or refused by PostgreSQL reaches no query and fails no page, address or form. */

let world: World;
let facts: Facts;
beforeAll(async () => {
  world = await openWorld();
  const { submissionId } = await world.maya.submit(leadNamed('Unreadable'));
  const { rows } = await world.sql.query<{ id: string; agent: string; organization: string }>(
    `select p.id, m.agent_id as agent, m.organization_id as organization
     from people p join memberships m on m.person_id = p.id where p.name = 'Tom Okafor'`,
  );
  const [person] = rows;
  const leads = await world.desk.vendor.listLeads();
  facts = {
    leadId: leads.find(({ lastName }) => lastName === 'Unreadable')?.id ?? '',
    submissionId,
    draftId: 'dft_aaaaaaaaaaaaaaaaaaaa',
    importId: 'imp_aaaaaaaaaaaaaaaaaaaa',
    erasureId: 'era_aaaaaaaaaaaaaaaaaaaa',
    personId: person?.id ?? '',
    agent: `organization=${person?.organization}&agent=${person?.agent}`,
  };
});
beforeEach(() => world.sql.query('delete from rate_limits'));

const NAMES = [
  ...['q', 'show', 'status', 'agent', 'from', 'to', 'sort', 'dir', 'page', 'size', 'after', 'before', 'view'],
  ...[
    'filter',
    'find',
    'organization',
    'part',
    'field',
    'topic',
    'outcome',
    'lead',
    'event',
    'person',
    'posted',
  ],
  ...['token', 'callbackUrl', 'error', 'again', 'email', 'id'],
];
const VALUES = ['a%00b', '-99999999999999999999'];

function expectTaken(response: HttpResponse): void {
  expect(response.status).toBeGreaterThan(0);
  expect(response.status).toBeLessThan(500);
  expect(indiscretionOf(response)).toBeUndefined();
}

describe('an address', () => {
  const pages = Object.entries(PAGES).map(([name, row]) => [name, row.at ?? (() => name)] as const);

  it.each(pages)('%s with any suffix causes no failure', async (name, at) => {
    const actor: Actor = name.startsWith('/admin') ? 'admin' : 'agent';
    const headers = { cookie: world.browsers[actor].cookies() };
    const path = at(facts);
    const sign = path.includes('?') ? '&' : '?';
    for (const value of VALUES) {
      const query = NAMES.map((one) => `${one}=${value}`).join('&');
      const response = await send({ origin: world.origin, path: `${path}${sign}${query}`, headers });
      expect(response.status, `${path} ${value}`).toBeLessThan(500);
    }
  });

  it.each(['%FF', '%E0%A4%A', '%', '%zz', '%00', 'a%00b', '%ED%A0%BD'])(
    'a part of it that is no text names nothing: %s',
    async (part) => {
      for (const form of ['/leads/X', '/leads/X/edit', '/submissions/X', '/admin/people/X', '/X', '/api/X']) {
        for (const actor of ['signed out', 'agent', 'admin'] as const) {
          const headers = { cookie: world.browsers[actor].cookies() };
          const path = form.replace('X', part);
          const response = await send({ origin: world.origin, path, headers });
          expect([303, 307, 400, 404], `${path}: ${response.status}`).toContain(response.status);
          expect(indiscretionOf(response)).toBeUndefined();
        }
      }
    },
  );

  it.each([
    ['agent', '/leads/66b0c4d2e8f1a35790d40000'],
    ['agent', '/leads/66b0c4d2e8f1a35790d40000/edit'],
    ['agent', '/submissions/unknown'],
    ['agent', '/admin/people'],
    ['agent', '/no/such/page'],
    ['admin', '/admin/people/unknown'],
    ['admin', '/admin/people/agent?organization=x&agent=y'],
  ] as const)('that leads nowhere says so without scripts: as %s, %s', async (actor, path) => {
    const { status, text } = await world.browsers[actor].get(path);
    expect([status, headingOf(text)]).toEqual([404, 'Page not found']);
  });

  it.each(['/robots.txt', '/icon.svg', '/favicon.ico'])('%s can only be read', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const response = await send({ origin: world.origin, path, method, headers: { origin: world.origin } });
      expect(response.status).toBe(405);
    }
    for (const host of [new URL(world.origin).host, 'elsewhere.example']) {
      expect((await send({ origin: world.origin, path, headers: { host } })).status).toBe(200);
    }
  });
});

describe('a form, posted manually', () => {
  const places: [Actor, (facts: Facts) => string][] = [
    ['agent', () => '/leads/new'],
    ['agent', ({ leadId }) => `/leads/${leadId}/edit`],
    ['signed out', () => '/signin'],
    ...Object.entries(PAGES)
      .filter(([name]) => name.startsWith('/admin'))
      .map(([name, row]): [Actor, (facts: Facts) => string] => ['admin', row.at ?? (() => name)]),
  ];

  it('each field of each form takes unreadable input', async () => {
    // Many pages have the same forms in their header.
    const seen = new Set<string>();
    for (const [actor, at] of places) {
      const path = at(facts);
      const { text } = await world.browsers[actor].get(path);
      for (const { actionId, fields } of formsOf(text)) {
        for (const [name, usual] of fields) {
          const kind = `${actionId} ${fields.map(([one]) => one).join()} ${name} ${fields.find(([one]) => one === 'command')?.[1]}`;
          if (name.startsWith('$') || seen.has(kind)) continue;
          seen.add(kind);
          // A number that no column holds, where the form sends one.
          for (const value of /^\d+$/.test(usual) ? ['a\0b', '99999999999'] : ['a\0b']) {
            await world.sql.query('delete from rate_limits');
            const broken = fields.map(([one, was]): [string, string] => [one, one === name ? value : was]);
            const response = await postForm(world.browsers[actor], world.origin, { path, fields: broken });
            expect(response.status, `${path} ${kind}`).toBeLessThan(500);
          }
        }
      }
    }
    expect(seen.size).toBeGreaterThan(100);
  });

  const by = (command: Record<string, string>) => Object.entries(command);
  it.each([
    ['/admin/people', 'peopleAction', by({ command: 'disable', personId: 'per_\0' })],
    [
      '/admin/people',
      'peopleAction',
      by({ command: 'rename', personId: 'per_x', seenName: 'a\0', name: 'Ann' }),
    ],
    ['/admin/people', 'peopleAction', by({ command: 'transfer', agent: '["a\\u0000","b"]', to: 'c' })],
    [
      '/admin/webhooks',
      'webhooks/actions.ts webhooksAction',
      by({ command: 'gone', fullSync: '\0', sure: 'yes' }),
    ],
    [
      '/admin/submissions',
      'submissions/actions.ts submissionsAction',
      by({ command: 'return', submission: 'sub_x', attempts: '99999999999', reason: 'x' }),
    ],
    [
      '/admin/submissions',
      'submissions/actions.ts submissionsAction',
      by({ command: 'retry-job', job: '99999999999999999999' }),
    ],
    ['/leads/new', 'submitLeadAction', by({ submissionId: 'sub_\0', version: 'x' })],
    ['/leads/new', 'submitLeadAction', by({ submissionId: `sub_${'a'.repeat(20)}`, version: 'a\0' })],
  ])('%s %s %j', async (path, action, values) => {
    const actor = path.startsWith('/admin') ? 'admin' : 'agent';
    const id = readActions().find(({ name }) => name.endsWith(action))?.id ?? '';
    const hidden: [string, string][] = [[`$ACTION_ID_${id}`, '']];
    // As a form with a state sends it: the state, then the form.
    const fields: [string, string][] = [
      ...hidden,
      ['0', '[null,"$K1"]'],
      ...values.map(([name, value]): [string, string] => [`1_${name}`, value]),
    ];
    const parts = fields.filter(([name]) => !name.startsWith('$'));
    const response = await postCall(actor, path, { id, parts });
    expectTaken(response);
  });

  it('an edit of a lead whose id is not valid text', async () => {
    const id = readActions().find(({ name }) => name.endsWith(' editLeadAction'))?.id ?? '';
    for (const lead of ['a\\u0000b', '\\ud800']) {
      const body = `["${lead}",{"status":"idle"},{}]`;
      const call = { path: `/leads/${facts.leadId}/edit`, actionId: id, body };
      expectTaken(await callAction(world.browsers.agent, world.origin, call));
    }
  });
});

/** Calls an action as React's scripts do, with a form among its arguments. */
function postCall(
  actor: Actor,
  path: string,
  { id, parts }: { id: string; parts: [string, string][] },
): Promise<HttpResponse> {
  return postForm(
    world.browsers[actor],
    world.origin,
    { path, fields: parts },
    { 'next-action': id, accept: 'text/x-component' },
  );
}

it('handlers accept anything in their addresses', async () => {
  for (const name of Object.keys(HANDLERS)) {
    const [method = 'GET', path = ''] = name.split(' ');
    if (path === '/api/stream') continue;
    const address = path.replace(/\[.*\]/, 'a%00b');
    const headers = { origin: world.origin, cookie: world.browsers.admin.cookies() };
    const response = await send({ origin: world.origin, path: `${address}?x=%00`, method, headers });
    expect(response.status, name).toBeLessThan(500);
  }
});
