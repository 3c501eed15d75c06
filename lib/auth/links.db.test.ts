import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBrand } from '@/lib/brand/brand';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { domainRules, people, signInLinks } from '@/lib/db/schema/people';
import type { ClaimedJob } from '@/lib/jobs/job';
import { LIMITS } from '@/lib/limits/limits';
import { type Mail, mailSchema } from '@/lib/mail/mail';
import { freshDatabase } from '@/tests/support/database';
import { addAgent, findJob, keepLog } from '@/tests/support/rows';
import { checkLink, LINK_SEND, requestLink, useLink } from './links';
import { newSecret } from './secret';
import { sendLink } from './send-link';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const NOW = new Date('2026-03-02T09:00:00Z');
const LAST_MOMENT = new Date('2026-03-02T09:14:59.999Z');
const TOO_LATE = new Date('2026-03-02T09:15:00Z');
const ADMIN = 'admin@vendor.example';

const vault = createVault('a secret for tests that is long enough', 'mail');
const settings = {
  APP_URL: 'https://desk.example',
  ADMIN_EMAILS: [ADMIN],
  DEMO: false,
  APP_SECRET: 'a secret for tests that is long enough',
};

const brand = toBrand({}, { BRAND_NAME: 'Referrals & Co' });

let count = 0;
const newAddress = (domain = 'northwind.example') => `p${++count}@${domain}`;

async function addPerson(values: Partial<typeof people.$inferInsert> = {}): Promise<string> {
  const email = newAddress();
  await database.db.insert(people).values({ id: newId('person'), email, name: 'Ann', ...values });
  return email;
}

/** An unknown requester. */
const SOMEBODY = {
  locale: 'en' as const,
  callbackUrl: 'https://desk.example',
  client: undefined,
  isKnownBrowser: false,
};

/** Requests a link in a new browser, and runs the worker's decision. */
async function ask(email: string, { demo = false } = {}) {
  const { db } = database;
  const browserSecret = newSecret();
  const asking = { ...SOMEBODY, email, callbackUrl: 'https://desk.example/leads/new', browserSecret };
  await requestLink(db, asking, { vault, settings: { ...settings, DEMO: demo }, now: NOW });
  const [link] = await db.select().from(signInLinks).where(eq(signInLinks.email, email));
  if (!link) throw new Error('Nothing was taken down.');
  const log = keepLog();
  const job = { key: link.id } as ClaimedJob;
  await sendLink(db, { job, settings: { ...settings, DEMO: demo }, brand, vault, log, now: NOW });
  const mail = (await mailsTo(email))[0];
  const token = mail && new URL(/https:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token');
  return { browserSecret, linkId: link.id, mail, token: token ?? '', log };
}

async function mailsTo(email: string): Promise<Mail[]> {
  const rows = await database.db.select().from(mails);
  const all = rows.map(({ sealed }) => mailSchema.parse(JSON.parse(vault.open(sealed))));
  return all.filter(({ to }) => to === email);
}

describe('requesting a link', () => {
  it('sends one to a known person, with the configured address, as text and HTML', async () => {
    const email = await addPerson();
    const { mail, token } = await ask(email);
    const url = `https://desk.example/signin/link?token=${token}`;
    expect(mail).toMatchObject({ to: email, subject: 'Sign in to Referrals & Co', uselessAfter: TOO_LATE });
    expect(mail?.text).toContain(`\nSign in to Referrals & Co: ${url}\n`);
    expect(mail?.html).toContain(`<a href="${url}" style=`);
    expect(mail?.html).toContain('>Sign in to Referrals &#38; Co</a>');
  });

  it('is answered in the language of the request, or in English if the desk has no such language', async () => {
    const email = await addPerson();
    const asking = { ...SOMEBODY, email, locale: 'ja' as const, browserSecret: newSecret() };
    await requestLink(database.db, asking, { vault, settings, now: NOW });
    const where = eq(signInLinks.email, email);
    expect(await database.db.select({ locale: signInLinks.locale }).from(signInLinks).where(where)).toEqual([
      { locale: 'ja' },
    ]);
    await database.db.update(signInLinks).set({ locale: 'klingon' }).where(where);
    const [link] = await database.db.select().from(signInLinks).where(where);
    const job = { key: link?.id ?? '' } as ClaimedJob;
    await sendLink(database.db, { job, settings, brand, vault, log: keepLog(), now: NOW });
    const [mail] = await mailsTo(email);
    expect(mail?.html).toContain('<html lang="en">');
  });

  it('sends one to an admin by the settings before their first sign-in', async () => {
    expect((await ask(ADMIN)).mail).toBeDefined();
  });

  it('sends one to an address under a domain rule', async () => {
    const { organizationId } = await addAgent(database.db);
    await database.db
      .insert(domainRules)
      .values({ domain: 'tailspin.example', organizationId, role: 'agent' });
    expect((await ask(newAddress('tailspin.example'))).mail).toBeDefined();
    expect((await ask(newAddress('sub.tailspin.example'))).mail).toBeUndefined();
  });

  it('sends none to unknown addresses or disabled people', async () => {
    expect((await ask(newAddress())).mail).toBeUndefined();
    expect((await ask(await addPerson({ disabledAt: NOW }))).mail).toBeUndefined();
  });

  it('sends one to a demo person in the demo only', async () => {
    expect((await ask(await addPerson({ isDemo: true }))).mail).toBeUndefined();
    expect((await ask(await addPerson({ isDemo: true }), { demo: true })).mail).toBeDefined();
  });

  it('does the same for known and unknown addresses: a row, and a job of high priority', async () => {
    for (const email of [await addPerson(), newAddress()]) {
      const { linkId } = await ask(email);
      expect(await findJob(database.db, { topic: LINK_SEND, key: linkId })).toMatchObject({ priority: 0 });
    }
  });

  it('keeps the token only until the mail is written, and logs no address', async () => {
    const email = await addPerson();
    const { linkId, token, log } = await ask(email);
    const [row] = await database.db.select().from(signInLinks).where(eq(signInLinks.id, linkId));
    expect(row).toMatchObject({ sealedToken: null });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(log.lines).toEqual([{ event: 'signin.link', data: { link: linkId, sent: true } }]);
  });

  it('sends one mail even if the job runs again', async () => {
    const email = await addPerson();
    const { linkId } = await ask(email);
    const job = { key: linkId } as ClaimedJob;
    await sendLink(database.db, { job, settings, brand, vault, log: keepLog(), now: NOW });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('does nothing when one address is requested too often', async () => {
    const email = await addPerson();
    const asking = { ...SOMEBODY, email, browserSecret: newSecret() };
    for (let n = 0; n < LIMITS.mailLink.burst + 3; n += 1) {
      await requestLink(database.db, asking, { vault, settings, now: NOW });
    }
    expect(await database.db.$count(signInLinks, eq(signInLinks.email, email))).toBe(LIMITS.mailLink.burst);
  });
});

describe('a link', () => {
  it('can be checked any number of times, and signs in once', async () => {
    const email = await addPerson();
    const { browserSecret, token } = await ask(email);
    const opened = { token, browserSecret, now: LAST_MOMENT };
    const ready = { kind: 'ready', email, callbackUrl: 'https://desk.example/leads/new' };
    expect(await checkLink(database.db, opened)).toEqual(ready);
    expect(await checkLink(database.db, opened)).toEqual(ready);
    expect(await useLink(database.db, opened)).toEqual({ email });
    expect(await useLink(database.db, opened)).toBeUndefined();
    expect(await checkLink(database.db, opened)).toEqual({ kind: 'used' });
  });

  it('signs in once even if used twice concurrently', async () => {
    const { browserSecret, token } = await ask(await addPerson());
    const opened = { token, browserSecret, now: NOW };
    const taken = await Promise.all([1, 2, 3].map(() => useLink(database.db, opened)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('expires after a quarter of an hour', async () => {
    const { browserSecret, token } = await ask(await addPerson());
    const opened = { token, browserSecret, now: TOO_LATE };
    expect(await checkLink(database.db, opened)).toEqual({ kind: 'expired' });
    expect(await useLink(database.db, opened)).toBeUndefined();
  });

  it.each([
    ['without the cookie', undefined],
    ['with the cookie of another browser', newSecret()],
    ['with something else in the cookie', 'x'],
  ])('signs nobody in with %s, and stays valid in the browser that requested it', async (_, foreign) => {
    const { browserSecret, token } = await ask(await addPerson());
    const elsewhere = { token, browserSecret: foreign, now: NOW };
    expect(await checkLink(database.db, elsewhere)).toEqual({ kind: 'elsewhere' });
    expect(await useLink(database.db, elsewhere)).toBeUndefined();
    expect(await useLink(database.db, { token, browserSecret, now: NOW })).toBeDefined();
  });

  it.each(['', 'x', "' or '1'='1", 'x'.repeat(100_000), ['a', 'b'], undefined, newSecret()])(
    'that was never sent is not valid',
    async (token) => {
      const opened = { token, browserSecret: newSecret(), now: NOW };
      expect(await checkLink(database.db, opened)).toEqual({ kind: 'unknown' });
      expect(await useLink(database.db, opened)).toBeUndefined();
    },
  );
});
