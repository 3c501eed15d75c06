import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import { toUnsubscribeToken } from '@/lib/notices/unsubscribe-token';
import { footprintOf } from './harness/footprint';
import { formsOf, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { type Letter, send } from './harness/send';
import { openWorld, type World } from './harness/world';

/** No server listens there: what is queued stays queued. */
const WITH_MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@vendor.example' };

let world: World;
let secret: string;
let mayaId: string;
beforeAll(async () => {
  world = await openWorld(WITH_MAIL);
  secret = world.desk.secrets[0] ?? '';
  const { rows } = await world.sql.query<{ id: string }>(
    "select id from people where name = 'Maya Lindqvist'",
  );
  mayaId = rows[0]?.id ?? '';
});
beforeEach(() => world.sql.query("update people set notice_mails = '{}'"));

const choices = async () => {
  const { rows } = await world.sql.query<{ name: string; choices: object }>(
    "select name, notice_mails as choices from people where notice_mails <> '{}' order by name",
  );
  return rows;
};
const ALL_OFF = {
  correction: 'off',
  review: 'off',
  status: 'off',
  details: 'off',
  new: 'off',
  accepted: 'off',
  import: 'off',
  draft: 'off',
  access: 'off',
};
const call = (letter: Omit<Letter, 'origin'>) => send({ origin: world.origin, ...letter });
const good = () => toUnsubscribeToken({ APP_SECRET: secret }, mayaId);

describe('row 64: the link that ends mails', () => {
  it('ends them with one post from anywhere, without a session, for the person it names', async () => {
    const response = await call({
      path: `/api/unsubscribe?token=${good()}`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(response).toMatchObject({ status: 200, body: '' });
    expect(await choices()).toEqual([{ name: 'Maya Lindqvist', choices: ALL_OFF }]);
  });

  it.each([
    ['GET', '/api/unsubscribe'],
    ['HEAD', '/api/unsubscribe'],
    ['GET', '/unsubscribe'],
  ])('ends nothing by being opened, as scanners do: %s %s', async (method, path) => {
    const before = await footprintOf(world.sql);
    const response = await call({ path: `${path}?token=${good()}`, method });
    expect(response.status).toBeLessThan(400);
    expect(await footprintOf(world.sql)).toEqual(before);
  });

  const forged: [string, () => string][] = [
    ['nothing', () => ''],
    ['one letter', () => 'x'],
    ['10 KB', () => 'A'.repeat(10_000)],
    ['a token with another end', () => `${good().slice(0, -4)}AAAA`],
    ['a token with another letter in the middle', () => `${good().slice(0, 40)}_${good().slice(41)}`],
    ['a cut token', () => good().slice(0, -8)],
    ['a token of another desk', () => toUnsubscribeToken({ APP_SECRET: 'x'.repeat(40) }, mayaId)],
    [
      'something sealed for another purpose',
      () => Buffer.from(createVault(secret, 'mail').seal(mayaId), 'base64').toString('base64url'),
    ],
    ['the person’s id', () => mayaId],
    ['NUL', () => '%00'],
  ];

  it.each(forged)('ends nothing with %s', async (_, token) => {
    const before = await footprintOf(world.sql);
    for (const path of ['/api/unsubscribe', '/unsubscribe']) {
      const response = await call({
        path: `${path}?token=${token()}`,
        method: path === '/unsubscribe' ? 'GET' : 'POST',
      });
      expect(response.status).toBeLessThan(500);
      expect(indiscretionOf(response)).toBeUndefined();
      if (path === '/unsubscribe') expect(response.body).not.toContain('Stop these emails');
    }
    expect(await footprintOf(world.sql)).toEqual(before);
  });

  it('changes nothing for a person who is no longer there', async () => {
    const before = await footprintOf(world.sql);
    const token = toUnsubscribeToken({ APP_SECRET: secret }, 'per_AAAAAAAAAAAAAAAAAAAA');
    expect((await call({ path: `/api/unsubscribe?token=${token}`, method: 'POST' })).status).toBe(200);
    expect(await footprintOf(world.sql)).toEqual(before);
  });
});

describe('row 64: the settings of a person', () => {
  /** A form of the settings as its page shows it to Erik, with other values. */
  async function post(over: Record<string, string>) {
    const browser = world.browsers['other agent'];
    const { text } = await browser.get('/settings');
    const form = formsOf(text).find(({ fields }) => fields.some(([, value]) => value === 'mails'));
    if (!form) throw new Error('The settings have no form for mails.');
    const kept = form.fields.filter(([name]) => !(name in over));
    return postForm(browser, world.origin, { path: '/settings', fields: [...kept, ...Object.entries(over)] });
  }

  it('are only their own, whoever else is named', async () => {
    await post({ status: 'now', personId: mayaId, person: mayaId });
    expect((await choices()).map(({ name }) => name)).toEqual(['Erik Brandt']);
  });

  it.each([{ status: 'hourly' }, { status: '' }, { status: '__proto__' }, { status: 'now\u0000' }])(
    'stay as they are if %j is posted',
    async (over) => {
      const response = await post(over);
      expect(response.status).toBeLessThan(500);
      expect(indiscretionOf(response)).toBeUndefined();
      expect(await choices()).toEqual([]);
    },
  );

  it('end no session of another person', async () => {
    const { rows } = await world.sql.query<{ id: string }>('select id from sessions where person_id = $1', [
      mayaId,
    ]);
    const { text } = await world.browsers.agent.get('/settings');
    expect(text).not.toContain(rows[0]?.id);
    for (const session of [rows[0]?.id ?? '', 'x'.repeat(40), ''])
      expect((await post({ command: 'end-session', session })).status).toBeLessThan(500);
    expect((await world.browsers.agent.get('/leads')).path).toBe('/leads');
  });
});
