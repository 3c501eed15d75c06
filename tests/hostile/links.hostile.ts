import { beforeAll, describe, expect, it } from 'vitest';
import { PlainBrowser } from '@/tests/support/desk/browser';
import { until } from '@/tests/support/desk/until';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import { readActions } from './harness/routes';
import { openWorld, type World } from './harness/world';

const ASK = readActions().find(({ name }) => name.endsWith(' askForLinkAction'))?.id ?? '';

let world: World;
let maya: string;
let ines: string;
let form: PostedForm;
beforeAll(async () => {
  // No server accepts mail there: what is queued stays queued.
  world = await openWorld({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'desk@vendor.example',
    TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
  });
  const { text, path } = await new PlainBrowser(world.desk.door).get('/leads');
  const found = formsOf(text).find(({ actionId }) => actionId === ASK);
  if (!found) throw new Error('Nobody can ask for a link.');
  maya = await addressOf('Maya Lindqvist');
  ines = await addressOf('Ines Carvalho');
  form = { path, fields: found.fields.filter(([name]) => name !== 'email') };
});

async function addressOf(name: string): Promise<string> {
  const { rows } = await world.sql.query<{ email: string }>('select email from people where name = $1', [
    name,
  ]);
  return rows[0]?.email ?? expect.fail(`Nobody is called ${name}.`);
}

/** Requests a link through a proxy whose client is `client`, whatever the sender claims before that. */
async function ask(email: string, client: string) {
  const browser = new PlainBrowser(world.desk.door);
  const fields: PostedForm['fields'] = [...form.fields, ['email', email]];
  const over = { 'x-forwarded-for': client };
  return postForm(browser, world.origin, { ...form, fields }, over);
}

async function linksTo(pattern: string): Promise<number> {
  const { rows } = await world.sql.query('select 1 from sign_in_links where email like $1', [pattern]);
  return rows.length;
}

const mailCount = async () =>
  (await world.sql.query("select 1 from mails where kind = 'sign-in-link'")).rows.length;

it('a flood from one client stops at its limit, however it spells the address, and others get their links', async () => {
  const asking = Array.from({ length: 80 }, (_, n) =>
    ask(`made${n}@up.example`, `10.9.${n}.1, 198.51.100.1`),
  );
  await Promise.all(asking);
  // One more for each ten seconds that it took.
  expect(await linksTo('made%')).toBeGreaterThanOrEqual(30);
  expect(await linksTo('made%')).toBeLessThan(36);
  const before = await mailCount();
  await ask(maya, '203.0.113.7');
  await until('she has her mail', async () => (await mailCount()) === before + 1);
});

it('a flood from everywhere costs no known person a link', async () => {
  for (let n = 0; n < 200; n += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, m) => ask(`wide${n + m}@up.example`, `198.51.${n + m}.2`)),
    );
  }
  expect(await linksTo('wide%')).toBeLessThan(70);
  const before = await mailCount();
  await ask(maya, '203.0.113.8');
  await until('she has her mail', async () => (await mailCount()) === before + 1);
});

it('knowing an address does not block its owner elsewhere', async () => {
  for (let n = 0; n < 9; n += 1) await ask(ines, `172.16.${n}.1, 198.51.101.1`);
  expect(await linksTo(ines)).toBe(5);
  await ask(ines, '203.0.113.9');
  expect(await linksTo(ines)).toBe(6);
});

describe('an answer does not reveal whether an address is known', () => {
  it('nor does its duration, even while made-up addresses are over their limit', async () => {
    const answers = { known: [] as number[], madeUp: [] as number[] };
    const seen = new Set<string>();
    for (let n = 0; n < 12; n += 1) {
      const known = await ask(maya, `192.0.2.${n}`);
      const madeUp = await ask(`late${n}@up.example`, `192.0.2.${n + 100}`);
      for (const { status, headers, body } of [known, madeUp])
        seen.add(`${status} ${headers.location} ${body}`);
      answers.known.push(known.ms);
      answers.madeUp.push(madeUp.ms);
    }
    expect(await linksTo('late%')).toBeLessThan(12);
    expect(seen.size).toBe(1);
    const middle = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
    expect(Math.min(...answers.known, ...answers.madeUp)).toBeGreaterThanOrEqual(290);
    expect(Math.abs(middle(answers.known) - middle(answers.madeUp))).toBeLessThan(25);
  });
});
