import { beforeAll, describe, expect, it } from 'vitest';
import { PlainBrowser } from '@/tests/support/desk/browser';
import { until } from '@/tests/support/desk/until';
import { footprintOf } from './harness/footprint';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import { readActions } from './harness/routes';
import { openWorld, type World } from './harness/world';

const ASK = readActions().find(({ name }) => name.endsWith(' askForLinkAction'))?.id ?? '';

let world: World;
beforeAll(async () => {
  // No server listens there: what is queued stays queued.
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@vendor.example' });
});

const fresh = () => new PlainBrowser(world.desk.door);

/** The form that requests a link by mail for this address. */
async function linkForm(browser: PlainBrowser, email: string): Promise<PostedForm> {
  const { text, path } = await browser.get('/leads');
  const form = formsOf(text).find(({ actionId }) => actionId === ASK);
  if (!form) throw new Error('Nobody can ask for a link.');
  const fields = form.fields.filter(([name]) => name !== 'email');
  return { path, fields: [...fields, ['email', email]] };
}

async function askForLink(email: string) {
  const browser = fresh();
  const { status, headers, body } = await postForm(browser, world.origin, await linkForm(browser, email));
  return { status, to: headers.location, body };
}

const linksTo = async (email: string) =>
  (await world.sql.query('select 1 from sign_in_links where email = $1', [email])).rows.length;

describe('row 22: requesting links', () => {
  it('is answered the same for known, unknown and rate-limited addresses; the last get no link', async () => {
    const { rows } = await world.sql.query("select email from people where name = 'Maya Lindqvist'");
    const known = await askForLink(rows[0].email);
    const unknown = await askForLink('nobody@nowhere.example');
    expect(unknown).toEqual(known);
    for (let n = 0; n < 9; n += 1) expect(await askForLink('often@nowhere.example')).toEqual(known);
    expect(await linksTo('often@nowhere.example')).toBe(5);
  });

  it('for a hundred unknown addresses sends no mail, and costs known people none', async () => {
    const browser = fresh();
    const form = await linkForm(browser, 'x');
    const mails = async () => {
      const { rows } = await world.sql.query("select 1 from mails where kind = 'sign-in-link'");
      return rows.length;
    };
    const areDecided = () =>
      until('all of them were decided on', async () => {
        const { rows } = await world.sql.query('select 1 from sign_in_links where sealed_token is not null');
        return rows.length === 0;
      });
    await areDecided();
    const before = await mails();
    for (let n = 0; n < 100; n += 1) {
      const fields = form.fields.map(([name, value]): [string, string] =>
        name === 'email' ? [name, `many${n}@nowhere.example`] : [name, value],
      );
      await postForm(browser, world.origin, { ...form, fields });
    }
    await areDecided();
    expect(await mails()).toBe(before);
  });
});

describe('row 23: anything but a single address gets no link', () => {
  it.each([
    'a@x.example,b@y.example',
    'a@x.example;b@y.example',
    '"e@evil.example"@us.example',
    'a＠x.example',
    'a@x.example\r\nBcc: b@y.example',
    'a@x.example\0',
    'Maya <a@x.example>',
    `${'a'.repeat(10_000)}@x.example`,
    '@x.example',
    'a@',
    '',
  ])('%j', async (email) => {
    const before = await footprintOf(world.sql);
    const response = await askForLink(email);
    expect(response.status).toBe(200);
    expect(await footprintOf(world.sql)).toEqual(before);
  });
});
