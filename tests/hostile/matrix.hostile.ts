import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readable } from '@/tests/support/desk/html';
import { arrangeFacts } from './harness/facts';
import { footprintOf } from './harness/footprint';
import { callAction, formsOf, type PostedForm, postForm } from './harness/forms';
import { indiscretionOf } from './harness/generic';
import { expectSafePage } from './harness/headers';
import { readSurface } from './harness/routes';
import { revealedBy, secretsIn, secretsOf, tokensIn, WITH_SECRETS } from './harness/secrets';
import { type HttpResponse, send } from './harness/send';
import { ACTORS, type Actor, openWorld, type World } from './harness/world';
import { ACTIONS, type Facts, HANDLERS, OPEN_ACTIONS, PAGES, type Word } from './matrix';

const surface = readSurface();
const SIGN_IN = /^\/(?:api\/auth\/)?signin$/;

let world: World;
let facts: Facts;
let secrets: string[];
beforeAll(async () => {
  world = await openWorld(WITH_SECRETS);
  facts = await arrangeFacts(world);
  secrets = secretsOf(world.desk);
});

/** No answer names internals, and none holds a secret (row 45). */
function expectDiscreet(response: HttpResponse) {
  expect(indiscretionOf(response)).toBeUndefined();
  expectNoSecret(response);
}

function expectNoSecret(response: HttpResponse) {
  expect(revealedBy(response, secrets)).toEqual([]);
}

it('there are secrets to search for', () => {
  expect(secrets.length).toBeGreaterThanOrEqual(8);
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(8);
});

it.each([
  ['page', surface.pages, PAGES],
  ['handler', surface.handlers, HANDLERS],
  ['action', surface.actions.map(({ name }) => name), ACTIONS],
])('every %s has its row, and every row is one', (_what, found, rows) => {
  expect(Object.keys(rows).sort()).toEqual([...found].sort());
});

/** The answer in the words of the table. */
function wordFor({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): Word {
  const to = headers['x-action-redirect'] ?? headers.location;
  if (typeof to === 'string') {
    const { pathname } = new URL(to.replace(/;(push|replace)$/, ''), world.origin);
    return SIGN_IN.test(pathname) ? 'sign in' : `/${pathname.slice(1)}`;
  }
  if (status === 200) return 'shown';
  return status === 404 ? 'not found' : `${status}`;
}

const everybodyAt = (rows: typeof PAGES) =>
  Object.entries(rows).flatMap(([name, row]) => ACTORS.map((actor) => ({ name, row, actor })));

describe('pages, each with its policy and the usual headers', () => {
  it.each(everybodyAt(PAGES))('$name, $actor', async ({ name, row, actor }) => {
    const path = row.at?.(facts) ?? name;
    const headers = { cookie: world.browsers[actor].cookies() };
    const response = await send({ origin: world.origin, path, headers });
    expect(wordFor(response)).toBe(row.answers[actor]);
    expectDiscreet(response);
    expectSafePage(response);
  });
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('handlers', () => {
  it.each(everybodyAt(HANDLERS))('$name, $actor', async ({ name, row, actor }) => {
    const [method = '', address = ''] = name.split(' ');
    const headers = { cookie: world.browsers[actor].cookies(), origin: world.origin, ...FORM };
    const path = row.at?.(facts) ?? address;
    const response = await send({ origin: world.origin, path, method, headers });
    expect(wordFor(response)).toBe(row.answers[actor]);
    expectDiscreet(response);
  });
});

it('an edit of another person’s lead, posted without scripts, is answered like one of a lead that never existed', async () => {
  const name = 'app/(portal)/leads/[id]/edit/actions.ts editLeadAction';
  const row = ACTIONS[name];
  const actionId = surface.actions.find((action) => action.name === name)?.id ?? '';
  if (!row) throw new Error(`There is no row for ${name}.`);
  const form = await findForm({ actionId, row });
  const unknown = '0123456789abcdef01234567';
  const ofUnknown: PostedForm = JSON.parse(JSON.stringify(form).replaceAll(facts.leadId, unknown));
  const responseTo = async (posted: PostedForm) => {
    const { status, body } = await postForm(world.browsers['other agent'], world.origin, posted);
    return { status, text: readable(body).replaceAll(unknown, facts.leadId) };
  };
  expect(await responseTo(ofUnknown)).toEqual(await responseTo(form));
});

describe.each(Object.entries(ACTIONS))('%s', (name, row) => {
  const actionId = surface.actions.find((action) => action.name === name)?.id ?? '';
  let form: PostedForm;
  beforeAll(async () => {
    form = await findForm({ actionId, row });
  });

  // Who calls is checked before what was sent is read: for those kept out, one of them shows that a post is no other way.
  it.each(ACTORS.filter((actor) => actor === 'signed out' || !isKeptOut(name, actor)))(
    'posted without scripts, %s',
    async (actor) => {
      const denied = row.answers[actor] !== 'taken' && !OPEN_ACTIONS.includes(name);
      const before = denied && (await footprintOf(world.sql));
      const response = await postForm(world.browsers[actor], world.origin, form);
      expect(actingWord(response, row.answers[actor])).toBe(row.answers[actor]);
      // An admin may be told why something does not work.
      if (actor === 'admin') expectNoSecret(response);
      else expectDiscreet(response);
      if (before) expect(withoutNotes(await footprintOf(world.sql))).toEqual(withoutNotes(before));
    },
  );

  const keptOut = ACTORS.filter((actor) => isKeptOut(name, actor));
  if (keptOut.length === 0) return;
  it(`called past its page, changes nothing for ${keptOut.join(', ')}`, async () => {
    const before = await footprintOf(world.sql);
    for (const actor of keptOut) {
      const response = await callAction(world.browsers[actor], world.origin, { path: form.path, actionId });
      expect(wordFor(response), actor).toBe(row.answers[actor]);
      expectDiscreet(response);
    }
    expect(withoutNotes(await footprintOf(world.sql))).toEqual(withoutNotes(before));
  });
});

/** Refused for who they are, before the action reads what was posted. */
function isKeptOut(name: string, actor: Actor): boolean {
  const word = ACTIONS[name]?.answers[actor];
  if (word === 'taken' || word === 'shown' || OPEN_ACTIONS.includes(name)) return false;
  return word !== 'not found' || ACTIONS[name]?.answers.manager === 'not found';
}

/** A permitted action ends on its page, or on the page of its result. */
function actingWord(response: HttpResponse, expected: Word): Word {
  const word = wordFor(response);
  if (expected !== 'taken' || word === 'sign in' || word === '/waiting' || word === '/admin') return word;
  return response.status === 200 || response.status === 303 ? 'taken' : word;
}

/** What is logged about the attempt itself. */
function withoutNotes(prints: Record<string, string>): Record<string, string> {
  return { ...prints, audit_log: '', rate_limits: '' };
}

/** The form of an action, from its page as a permitted person sees it. */
async function findForm({ actionId, row }: { actionId: string; row: (typeof ACTIONS)[string] }) {
  const actor = row.seenBy ?? ACTORS.find((one) => row.answers[one] === 'taken');
  if (!actor) throw new Error('Nobody may do this.');
  const path = row.at(facts);
  const page = await world.browsers[actor].get(path);
  const found = formsOf(page.text).find((form) => form.actionId === actionId);
  if (!found) throw new Error(`${path} shows no form for this action to the ${actor} (${page.status}).`);
  return { path, fields: found.fields };
}

describe('row 45: no secret', () => {
  it('is in the files of the build, nor code that would need one', () => {
    const files = readdirSync('.next/static', { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'utf8');
      expect(secretsIn(text, secrets)).toEqual([]);
      expect(text).not.toMatch(/APP_SECRET|SERVICE_CLIENT_SECRET|DATABASE_URL|createHmac|drizzle-orm/);
      expect(name).not.toMatch(/\.map$/);
    }
  });

  it('I5: token, address or name of a lead is in any log after all of these requests', async () => {
    const leads = await world.desk.vendor.listLeads();
    const text = world.desk
      .logs()
      .map((line) => line.text)
      .join('\n');
    expect(text.length).toBeGreaterThan(100);
    expect(secretsIn(text, secrets)).toEqual([]);
    expect(tokensIn(text)).toEqual([]);
    for (const { email } of leads) if (email) expect(text).not.toContain(email);
  });
});
