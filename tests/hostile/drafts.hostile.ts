import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { tagsOf } from '@/tests/support/desk/html';
import { addDraft, ownerNamed } from './harness/drafts';
import { footprintOf } from './harness/footprint';
import { formsOf, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { type Actor, openWorld, type World } from './harness/world';

let world: World;
/** What the form of each person names them by, and the version of the form. */
let version: string;
let addressees: Partial<Record<Actor, string>>;
let draftId: string;
beforeAll(async () => {
  world = await openWorld();
  addressees = {};
  for (const actor of ['agent', 'other agent', 'manager'] as const) {
    const { text } = await world.browsers[actor].get('/leads/new');
    const hidden = new Map(tagsOf(text, 'input').map(({ name, value }) => [name, value ?? '']));
    addressees[actor] = hidden.get('renderedFor');
    version = hidden.get('version') ?? '';
  }
});
beforeEach(async () => {
  await world.sql.query('delete from drafts');
  await world.sql.query("delete from rate_limits where key like 'draft-saves:%'");
  draftId = await addDraft(world.sql, await ownerNamed(world.sql, 'Maya Lindqvist'));
});

const draft = (over: object = {}) => ({
  renderedFor: addressees.agent,
  version,
  known: [],
  revision: newId('revision'),
  fields: [['lastName', 'text', 'Forged']],
  ...over,
});

type Put = { actor?: Actor; id?: string; body?: unknown; headers?: Record<string, string> };

function put({ actor = 'agent', id = newId('draft'), body = draft(), headers }: Put): Promise<HttpResponse> {
  return send({
    origin: world.origin,
    path: `/api/drafts/${id}`,
    method: 'PUT',
    headers: {
      cookie: world.browsers[actor].cookies(),
      origin: world.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Makes a request that must be refused with this status, without a trace or a detail. */
async function expectRefused(request: Put, status: number): Promise<void> {
  const before = await footprintOf(world.sql);
  const response = await put(request);
  expect(response.status).toBe(status);
  expect(indiscretionOf(response, ['Drafted', 'Forged'])).toBeUndefined();
  const { rate_limits: _, ...after } = await footprintOf(world.sql);
  expect(after).toEqual({ ...before, rate_limits: undefined });
}

describe('hostile row 54: drafts of somebody else', () => {
  it('a save under their id is answered like one of a draft that is gone, and changes nothing', async () => {
    const { rows } = await world.sql.query<{ revision: string }>('select revision from drafts');
    for (const actor of ['other agent', 'manager'] as const) {
      for (const known of [[], [rows[0]?.revision]]) {
        const body = draft({ renderedFor: addressees[actor], known });
        await expectRefused({ actor, id: draftId, body }, 410);
      }
    }
    await expectRefused({ body: draft({ known: [newId('revision')] }) }, 410);
  });

  it('their page shows nothing of it, and deletes nothing', async () => {
    const before = await footprintOf(world.sql);
    const { text: page } = await world.browsers.agent.get('/drafts');
    expect(page).toContain('Drafted');
    const [form] = formsOf(page).filter(({ fields }) => fields.some(([name]) => name === 'draft'));
    if (!form) throw new Error('There is no form that deletes.');
    for (const actor of ['other agent', 'manager'] as const) {
      const browser = world.browsers[actor];
      for (const path of ['/drafts', `/leads/new?draft=${draftId}`]) {
        expect((await browser.get(path)).text).not.toContain('Drafted');
      }
      const response = await postForm(browser, world.origin, { path: '/drafts', fields: form.fields });
      expect(indiscretionOf(response, ['Drafted'])).toBeUndefined();
    }
    const after = await footprintOf(world.sql);
    expect(after.drafts).toBe(before.drafts);
  });

  it('is not saved for one person with the form of another', async () => {
    await expectRefused({ body: draft({ renderedFor: addressees['other agent'] }) }, 403);
    await expectRefused({ body: draft({ renderedFor: '' }) }, 403);
  });

  it('about a lead or submission that is not theirs cannot be begun', async () => {
    const { agent } = await ownerNamed(world.sql, 'Erik Brandt');
    const { rows } = await world.sql.query<{ id: string }>(
      'select id from leads where agent_id <> $1 limit 1',
      [agent],
    );
    const lead = rows[0]?.id ?? expect.fail('every lead is theirs');
    const body = draft({ renderedFor: addressees['other agent'], lead, basis: '0.0' });
    await expectRefused({ actor: 'other agent', body }, 410);
    await expectRefused({ body: draft({ replaces: newId('submission') }) }, 410);
    await expectRefused({ body: draft({ lead: '66b0c4d2e8f1a35790d4dead', basis: '0.0' }) }, 410);
  });
});

describe('hostile row 55: saves that no page of ours makes', () => {
  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['deep nesting', '['.repeat(50_000)],
    ['a number as text', { fields: [['lastName', 'text', 7]] }],
    ['a field without a value', { fields: [['lastName', 'text']] }],
    ['501 fields', { fields: Array.from({ length: 501 }, () => ['lastName', 'text', 'x']) }],
    ['21 revisions', { known: Array.from({ length: 21 }, () => newId('revision')) }],
    ['a revision of another format', { revision: '../../x' }],
    ['NUL in a name', { fields: [['last\0Name', 'text', 'x']] }],
    ['a version with half an emoji', { version: '\ud800' }],
    ['an unknown version', { version: 'never read' }],
    ['a basis of another format', { lead: 'x', basis: "0' or 1=1" }],
  ])('%s is refused', async (_, over) => {
    await expectRefused({ body: typeof over === 'string' ? over : draft(over) }, 400);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'the content type %j is refused',
    async (type) => {
      await expectRefused({ headers: { 'content-type': type } }, 400);
    },
  );

  it('a body of 257 kB or 2 MB is refused', async () => {
    const body = (bytes: number) => draft({ fields: [['notes', 'long-text', 'x'.repeat(bytes)]] });
    await expectRefused({ body: body(257 * 1024) }, 413);
    await expectRefused({ body: body(2 * 1024 * 1024) }, 413);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://other.vendor.example' }],
  ])('from another site it is refused: %j', async (headers) => {
    await expectRefused({ headers }, 403);
  });

  it.each(['%00', 'sub_aaaaaaaaaaaaaaaaaaaa', "dft_'", 'dft_aaaaaaaaaaaaaaaaaaaaa'])(
    'the id %s names no draft',
    async (id) => {
      const response = await put({ id });
      expect([400, 404, 405]).toContain(response.status);
      expect(indiscretionOf(response)).toBeUndefined();
    },
  );

  it('a consent, and fields that the form does not have, are not stored', async () => {
    const id = newId('draft');
    const fields = [
      ['consent', 'boolean', 'true'],
      ['__proto__', 'text', 'x'],
      ['nothing', 'text', 'x'],
      ['lastName', 'text', '<img src=x onerror=alert(1)>\0'],
    ];
    expect((await put({ id, body: draft({ fields }) })).status).toBe(200);
    const { rows } = await world.sql.query<{ fields: unknown }>('select fields from drafts where id = $1', [
      id,
    ]);
    expect(rows[0]?.fields).toEqual([['lastName', 'text', '<img src=x onerror=alert(1)>\ufffd']]);
    const { text } = await world.browsers.agent.get('/drafts');
    expect(text).not.toContain('<img src=x');
  });

  it('a person has at most 100, and is told so', async () => {
    for (let count = 1; count < 100; count += 1) expect((await put({})).status).toBe(200);
    const response = await put({});
    expect(response.status).toBe(422);
    expect(JSON.parse(response.body)).toEqual({ text: expect.stringContaining('100') });
  });

  it('a program that saves without pause is slowed down, and nobody else', async () => {
    expect((await put({})).status).toBe(200);
    // As after a burst: later than the limit tolerates, and not so late that a clock must have been ahead.
    const { rowCount } = await world.sql.query(
      "update rate_limits set next_at = clock_timestamp() + interval '70 seconds' where key like 'draft-saves:%'",
    );
    expect(rowCount).toBe(1);
    const refused = await put({});
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toEqual({ text: expect.stringMatching(/second/) });
    const other = await put({
      actor: 'other agent',
      body: draft({ renderedFor: addressees['other agent'] }),
    });
    expect(other.status).toBe(200);
  });
});
