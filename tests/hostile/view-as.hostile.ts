import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOTICE_TOPICS } from '@/lib/core/notice-mails';
import { signIn } from '@/tests/support/desk/agent';
import { openEventStream } from '@/tests/support/desk/event-stream';
import { controlsOf, readable } from '@/tests/support/desk/html';
import { arrangeFacts } from './harness/facts';
import { footprintOf } from './harness/footprint';
import { callAction, formsOf, type PostedForm, postForm } from './harness/forms';
import { readSurface } from './harness/routes';
import { send } from './harness/send';
import { openWorld, type World } from './harness/world';
import { ACTIONS, type Facts, HANDLERS, PAGES } from './matrix';

/** Hostile row 70: an admin who sees the desk as a person reads, and nothing else, whatever is posted and by which way. */

const surface = readSurface();

/** Not refused: they sign in or out, stop, or read no cookie. */
const PASS = [
  'POST /api/auth/[...nextauth]',
  'POST /api/unsubscribe',
  'POST /api/view-as/stop',
  'POST /api/webhooks/[receiver]',
];

const BANNER = 'You’re viewing as';

let world: World;
let facts: Facts;
let asked: PostedForm;
beforeAll(async () => {
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@vendor.example' });
  facts = await arrangeFacts(world);
  asked = await formToView(facts.personId);
  // Nobody is told by email meanwhile, which would leave traces of its own.
  await world.sql.query(
    `update people set notice_mails = (select jsonb_object_agg(topic, 'off') from unnest($1::text[]) as topic)`,
    [NOTICE_TOPICS],
  );
  // The harder case: an admin who could write for the same organization as themselves.
  await world.sql.query(
    `insert into memberships (id, person_id, organization_id, agent_id, role)
      select 'mem_robin', robin.id, m.organization_id, m.agent_id, 'manager' from people robin, memberships m
      where robin.name = 'Robin Hale' and m.person_id = $1`,
    [facts.personId],
  );
});

/** The admin's form to see the desk as this person, with a reason. */
async function formToView(personId: string): Promise<PostedForm> {
  const path = `/admin/people/${personId}`;
  const { text } = await world.browsers.admin.get(path);
  const html = (text.match(/<form\b.*?<\/form>/gs) ?? []).find((form) => form.includes('name="reason"'));
  if (!html) throw new Error(`${path} shows no form to see the desk as this person.`);
  return {
    path,
    fields: controlsOf(html).map(([name, value]) => [name, name === 'reason' ? 'Ticket 7' : value]),
  };
}

const cookie = () => world.browsers.admin.cookies();
const get = (path: string) => send({ origin: world.origin, path, headers: { cookie: cookie() } });
const HTML = { accept: 'text/html,application/xhtml+xml' };

async function view(): Promise<void> {
  const response = await postForm(world.browsers.admin, world.origin, asked);
  expect([response.status, response.headers.location]).toEqual([303, '/leads']);
}

const stop = () =>
  send({
    origin: world.origin,
    path: '/api/view-as/stop',
    method: 'POST',
    headers: { cookie: cookie(), origin: world.origin, ...HTML },
  });

const openViews = async () => {
  const { rows } = await world.sql.query<{ count: number }>(
    'select count(*)::int as count from view_as where ended_at is null',
  );
  return rows[0]?.count;
};

/** Everything that could tell of the look, the person's devices included. */
async function traces(): Promise<Record<string, string>> {
  const { rows } = await world.sql.query('select * from sessions where person_id = $1 order by id', [
    facts.personId,
  ]);
  return { ...(await footprintOf(world.sql)), rate_limits: '', sessions: JSON.stringify(rows) };
}

describe('while an admin sees the desk as a person', () => {
  let before: Awaited<ReturnType<typeof traces>>;
  beforeAll(view);
  beforeEach(async () => {
    before = await traces();
  });

  it.each(surface.actions)('$name is refused, with and without scripts', async ({ name, id }) => {
    const path = ACTIONS[name]?.at(facts) ?? '/leads';
    const form = { path, fields: [[`$ACTION_ID_${id}`, ''] as [string, string]] };
    const posted = await postForm(world.browsers.admin, world.origin, form, HTML);
    expect([posted.status, posted.headers.location]).toEqual([303, '/view-as']);
    const called = await callAction(world.browsers.admin, world.origin, { path, actionId: id });
    expect([called.status, called.headers['x-action-redirect']]).toEqual([303, '/view-as;push']);
    expect(await traces()).toEqual(before);
  });

  it.each(surface.handlers.filter((name) => !name.startsWith('GET ') && !PASS.includes(name)))(
    '%s is refused',
    async (name) => {
      const [method = '', address = ''] = name.split(' ');
      const path = HANDLERS[name]?.at?.(facts) ?? address;
      const headers = { cookie: cookie(), origin: world.origin, 'content-type': 'application/json' };
      const response = await send({ origin: world.origin, path, method, headers, body: '{}' });
      expect([response.status, response.body]).toEqual([403, '']);
      expect(await traces()).toEqual(before);
    },
  );

  it.each(surface.handlers.filter((name) => name.startsWith('GET ')))('%s leaves no trace', async (name) => {
    const response = await get(HANDLERS[name]?.at?.(facts) ?? name.slice('GET '.length));
    // What only the person themselves may download.
    if (/answers$|file$/.test(name)) expect(response.status).toBe(404);
    expect(await traces()).toEqual(before);
  });

  it.each(Object.entries(PAGES))('%s leaves no trace', async (name, row) => {
    const response = await get(row.at?.(facts) ?? name);
    if (response.status === 200 && !name.startsWith('/signin')) expect(response.body).toContain(BANNER);
    // Which lead an admin reads is in the audit log, whether or not they see the desk as someone.
    const audited = name === '/admin/leads/[id]' ? { audit_log: before.audit_log ?? '' } : {};
    expect({ ...(await traces()), ...audited }).toEqual(before);
  });

  it.each(['/drafts', '/leads/new', '/leads/import', '/leads/export', '/settings/device'])(
    '%s is not shown',
    async (path) => {
      expect((await get(path)).headers.location).toBe('/view-as');
    },
  );

  it('a form that the page itself shows is refused, too', async () => {
    for (const path of ['/settings', '/notifications', '/leads']) {
      const { body } = await get(path);
      for (const { fields } of formsOf(body)) {
        const response = await postForm(world.browsers.admin, world.origin, { path, fields }, HTML);
        expect([response.status, response.headers.location]).toEqual([303, '/view-as']);
      }
    }
    expect(await traces()).toEqual(before);
  });

  it('the person’s own streams stay theirs', async () => {
    const streams = await Promise.all(Array.from({ length: 6 }, () => openEventStream(world.browsers.admin)));
    try {
      expect((await get('/api/stream')).status).toBe(429);
      const own = { cookie: world.browsers.agent.cookies() };
      expect((await send({ origin: world.origin, path: '/api/stream', headers: own })).status).toBe(200);
    } finally {
      for (const stream of streams) stream.close();
    }
  });

  it('the person is told', async () => {
    const { text } = await world.browsers.agent.get('/settings');
    expect(readable(text)).toMatch(/An admin viewed your leads on .*Ticket 7/);
    expect(text).not.toContain(BANNER);
  });

  it('another session of the same admin is their own', async () => {
    const { browser } = await signIn(world.desk.door, 'Robin Hale');
    expect((await browser.get('/leads')).text).not.toContain(BANNER);
    expect(await openViews()).toBe(1);
  });

  it('stopped in one tab, the other acts as the admin, and never as the person', async () => {
    const signsOut = (form: PostedForm['fields']) =>
      form.some(([, value]) => value === 'sign-out-everywhere');
    const other = formsOf((await get('/settings')).body).filter(({ fields }) => !signsOut(fields));
    const maya = async () =>
      (await world.sql.query('select * from people where id = $1', [facts.personId])).rows[0];
    const unchanged = await maya();
    expect((await stop()).headers.location).toBe(`/admin/people/${facts.personId}`);
    for (const { fields } of other) {
      const response = await postForm(world.browsers.admin, world.origin, { path: '/settings', fields });
      expect(response.body).not.toContain(BANNER);
    }
    expect([await maya(), await openViews()]).toEqual([unchanged, 0]);
  });
});

describe('who may not', () => {
  it.each(['agent', 'manager', 'unmapped', 'other agent'] as const)('%s', async (actor) => {
    const response = await postForm(world.browsers[actor], world.origin, asked);
    expect([response.status, await openViews()]).toEqual([404, 0]);
  });

  it.each([
    ['themselves', "select id from people where name = 'Robin Hale'"],
    ['a person who is disabled', "select id from people where name = 'Tom Okafor'"],
    ['a person who is not mapped', "select id from people where name = 'Sam Ito'"],
    ['nobody', "select 'per_aaaaaaaaaaaaaaaaaaaa' as id"],
    ['a session', 'select id from sessions limit 1'],
    ['an endless text', "select repeat('x', 5000) as id"],
  ])('an admin as %s, with a forged target', async (_whom, query) => {
    const { rows } = await world.sql.query<{ id: string }>(query);
    const fields = asked.fields.map(([name, value]): [string, string] => [
      name,
      name === 'personId' ? String(rows[0]?.id) : value,
    ]);
    const response = await postForm(world.browsers.admin, world.origin, { ...asked, fields });
    expect([response.status, await openViews()]).toEqual([200, 0]);
  });

  it.each([
    ['no reason', '   '],
    ['a reason too long to read', 'x'.repeat(201)],
  ])('an admin with %s', async (_what, reason) => {
    const fields = asked.fields.map(([name, value]): [string, string] => [
      name,
      name === 'reason' ? reason : value,
    ]);
    const response = await postForm(world.browsers.admin, world.origin, { ...asked, fields });
    expect([response.status, await openViews()]).toEqual([200, 0]);
  });

  it('an admin whose sign-in is old', async () => {
    const back = "interval '31 minutes' where person_id = (select id from people where name = 'Robin Hale')";
    await world.sql.query(`update sessions set created_at = created_at - ${back}`);
    const response = await postForm(world.browsers.admin, world.origin, asked);
    await world.sql.query(`update sessions set created_at = created_at + ${back}`);
    expect([response.status, await openViews()]).toEqual([200, 0]);
    expect(response.body).toContain('/signin?again=1');
  });
});

describe('what ends it from the next request on', () => {
  const ROBIN = "where name = 'Robin Hale'";
  it.each([
    [
      'the admin is none any more',
      `update people set is_admin = false ${ROBIN}`,
      `update people set is_admin = true ${ROBIN}`,
    ],
    [
      'the person is disabled',
      "update people set disabled_at = now() where name = 'Maya Lindqvist'",
      "update people set disabled_at = null where name = 'Maya Lindqvist'",
    ],
    [
      'its time is up',
      'update view_as set expires_at = now() where ended_at is null',
      'update view_as set expires_at = now() where ended_at is null',
    ],
  ])('%s', async (_why, change, restore) => {
    await view();
    expect((await get('/leads')).body).toContain(BANNER);
    await world.sql.query(change);
    const after = await get('/leads');
    await world.sql.query(restore);
    expect([after.status, after.body.includes(BANNER)]).toEqual([200, false]);
    await stop();
  });
});
