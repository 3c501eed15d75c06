import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { footprintOf } from './harness/footprint';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { openWorld, type World } from './harness/world';

const NOTHING = '{"title":"Already submitted?","matches":[]}';
const FORM = 'application/x-www-form-urlencoded';
/** Rounds of the comparison of times. */
const ROUNDS = 60;

type Lead = { email: string; company: string; phone: string };

let world: World;
/** Names Maya, as her form does. */
let addressee: string;
let own: Lead;
let foreign: Lead;
beforeAll(async () => {
  world = await openWorld();
  await untilQuiet(world.desk);
  const { html } = await world.maya.page('/leads/new');
  addressee = /name="renderedFor" value="([^"]+)"/.exec(html)?.[1] ?? expect.fail('no form');
  own = await leadWhere('=');
  foreign = await leadWhere('<>');
});
beforeEach(() => world.sql.query("delete from rate_limits where key like 'look-ups:%'"));

/** A lead of Maya's, or one of another organization that is unlike all of hers. */
async function leadWhere(sameOrganization: '=' | '<>'): Promise<Lead> {
  const { rows } = await world.sql.query<Lead>(
    `select email, company, coalesce(record->'custom'->>'phone', '') as phone
     from leads join (select organization_id, agent_id from memberships m join people p on p.id = m.person_id
       where p.name = 'Maya Lindqvist') as maya on leads.organization_id ${sameOrganization} maya.organization_id
     where known_email is not null and known_company is not null
       and (leads.agent_id = maya.agent_id or leads.organization_id <> maya.organization_id)
       and not exists (select from leads as other where other.organization_id <> leads.organization_id
         and (other.known_email = leads.known_email or other.known_company = leads.known_company
           or other.known_domain = leads.known_domain)) limit 1`,
  );
  return rows[0] ?? expect.fail(`no lead of an organization ${sameOrganization} Maya’s`);
}

type Typed = Record<string, string>;

function ask(typed: Typed | string, { headers = {}, as = 'agent' as const } = {}): Promise<HttpResponse> {
  const body =
    typeof typed === 'string' ? typed : new URLSearchParams({ renderedFor: addressee, ...typed }).toString();
  return send({
    origin: world.origin,
    path: '/api/duplicates',
    method: 'POST',
    headers: {
      cookie: world.browsers[as].cookies(),
      origin: world.origin,
      'content-type': FORM,
      ...headers,
    },
    body,
  });
}

it('an own lead is known', async () => {
  const { status, body } = await ask({ email: own.email.toUpperCase() });
  expect(status).toBe(200);
  expect(body).toContain('You submitted');
  expect(body).toMatch(/"href":"\/leads\/[0-9a-f]{24}"/);
});

describe('row 56: look-ups that no form of ours sends', () => {
  it.each<[string, () => Promise<HttpResponse>, number]>([
    [
      'of another site',
      () => ask({ email: own.email }, { headers: { 'sec-fetch-site': 'cross-site' } }),
      403,
    ],
    [
      'of another origin',
      () => ask({ email: own.email }, { headers: { origin: 'https://evil.example' } }),
      403,
    ],
    ['by GET', () => send({ origin: world.origin, path: '/api/duplicates' }), 405],
    [
      'of JSON',
      () => ask('{"email":"a@b.example"}', { headers: { 'content-type': 'application/json' } }),
      400,
    ],
    ['of no form', () => ask('%', { headers: { 'content-type': 'text/plain' } }), 400],
    ['with a field of its own', () => ask({ organizationId: 'x' }), 400],
    [
      'with a field twice',
      () => ask(`email=a%40b.example&email=c%40d.example&renderedFor=${addressee}`),
      400,
    ],
    ['with NUL', () => ask({ email: 'a\0@b.example' }), 400],
    ['with a text that is too long', () => ask({ company: 'a'.repeat(501) }), 400],
    ['of 9 KB', () => ask({ company: 'a'.repeat(9_000) }), 413],
    ['of 900 KB', () => ask({ company: 'a'.repeat(900_000) }), 413],
  ])('%s', async (_, asked, status) => {
    const before = await footprintOf(world.sql);
    const response = await asked();
    expect(response.status).toBe(status);
    expect(response.body).not.toContain('matches');
    expect(indiscretionOf(response)).toBeUndefined();
    expect({ ...(await footprintOf(world.sql)), rate_limits: '' }).toEqual({ ...before, rate_limits: '' });
  });

  it.each<[string, Typed]>([
    ['wildcards', { email: '%@%.%', company: '%', website: '_', phone: '%' }],
    ['quotes', { company: "' or 1=1 --", email: "'or'1'='1@a.example", phone: "'; drop table leads; --" }],
    ['markup', { company: '<img src=x onerror=alert(1)>', website: 'javascript:alert(1)' }],
    ['nothing', { email: ' ', company: '' }],
    ['direction marks and emoji', { company: '\u202e\u2066🏳️‍🌈', email: '🏳️‍🌈@🏳️‍🌈.example' }],
    ['a form of somebody else', { email: 'OWN', renderedFor: 'somebody.else' }],
  ])('%s know nothing', async (_, typed) => {
    const response = await ask({ ...typed, ...(typed.email === 'OWN' && { email: own.email }) });
    expect(response).toMatchObject({ status: 200, body: NOTHING });
  });

  it('a manager’s answer is not for the form of an agent', async () => {
    const response = await send({
      origin: world.origin,
      path: '/api/duplicates',
      method: 'POST',
      headers: { cookie: world.browsers.manager.cookies(), origin: world.origin, 'content-type': FORM },
      body: new URLSearchParams({ renderedFor: addressee, email: own.email }).toString(),
    });
    expect(response).toMatchObject({ status: 200, body: NOTHING });
  });

  it('a hundred at once are cut off, and nothing else is', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask({ email: own.email })));
    const cut = answers.filter(({ status }) => status === 429);
    expect(cut.length).toBeGreaterThan(30);
    expect(cut.every(({ body, headers }) => body === '' && Number(headers['retry-after']) > 0)).toBe(true);
    expect(answers.filter(({ status }) => status !== 429 && status !== 200)).toEqual([]);
    expect((await world.maya.page('/leads/new')).html).toContain('lead-form');
  });
});

describe('row 57: what only another organization knows', () => {
  /** As long as the other one, and known to nobody. */
  const unknownLike = (text: string) => text.replace(/\p{L}/gu, 'q').replace(/\d/g, '7');

  it.each<keyof Lead>(['email', 'company', 'phone'])(
    'by %s is answered like what nobody knows',
    async (part) => {
      const [known, unknown] = [
        await ask({ [part]: foreign[part] }),
        await ask({ [part]: unknownLike(foreign[part]) }),
      ];
      expect(known).toMatchObject({ status: 200, body: NOTHING });
      expect(withoutRandom(known)).toEqual(withoutRandom(unknown));
    },
  );

  it('takes as long as what nobody knows', async () => {
    const typed = { email: foreign.email, company: foreign.company, phone: foreign.phone };
    const other = Object.fromEntries(Object.entries(typed).map(([part, text]) => [part, unknownLike(text)]));
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // In turn, so that whatever else the machine does delays both alike.
      if (round % 15 === 0) await world.sql.query("delete from rate_limits where key like 'look-ups:%'");
      times.known.push((await ask(typed)).ms);
      times.unknown.push((await ask(other)).ms);
    }
    const [known, unknown] = [middleOf(times.known), middleOf(times.unknown)];
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(5, unknown * 0.25));
  });
});

/** The answer without what differs in any two: its time, its policy’s nonce, its id. */
function withoutRandom({ status, headers, body }: HttpResponse) {
  const { date: _date, 'content-security-policy': _policy, 'x-request-id': _id, ...rest } = headers;
  return { status, body, headers: rest };
}

/** The mean of the middle half: steadier than a median, and blind to what interrupted a request. */
function middleOf(times: readonly number[]): number {
  const quarter = Math.floor(times.length / 4);
  const middle = times.toSorted((one, other) => one - other).slice(quarter, -quarter);
  return middle.reduce((sum, time) => sum + time, 0) / middle.length;
}
