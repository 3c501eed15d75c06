import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toBrand } from '@/lib/brand/brand';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { mails, rateLimits } from '@/lib/db/schema/admin';
import { domainRules, people, signInLinks } from '@/lib/db/schema/people';
import type { ClaimedJob } from '@/lib/jobs/job';
import { consumeLimit, LIMITS, type Limit } from '@/lib/limits/limits';
import { freshDatabase } from '@/tests/support/database';
import { addAgent, keepLog } from '@/tests/support/rows';
import { isKnownBrowser, knownBrowserProof } from './known-browser';
import { mayRequestLink, type RequesterInput } from './link-limits';
import { requestLink } from './links';
import { newSecret } from './secret';
import { sendLink } from './send-link';

const NOW = new Date('2026-03-02T09:00:00Z');
const ADMIN = 'admin@vendor.example';
const MAYA = 'maya@northwind.example';
const TOM = 'tom@northwind.example';
const APP_SECRET = 'a secret for tests that is long enough';
const settings = {
  ADMIN_EMAILS: [ADMIN],
  DEMO: false,
  APP_SECRET,
  APP_URL: 'https://desk.example',
};
const vault = createVault(APP_SECRET, 'mail');
const brand = toBrand({}, { BRAND_NAME: 'Desk' });

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  for (const email of [MAYA, TOM]) await db.insert(people).values({ id: newId('person'), email, name: 'A' });
  const { organizationId } = await addAgent(db);
  await db.insert(domainRules).values({ domain: 'tailspin.example', organizationId, role: 'agent' });
});
afterAll(() => database.close());
beforeEach(() => database.db.delete(rateLimits));

const OFFICE = '203.0.113.7';
const FLOOD = '198.51.100.1';

const ask = (email: string, { client = OFFICE, isKnownBrowser = false }: Partial<RequesterInput> = {}) =>
  mayRequestLink(database.db, { email, client, isKnownBrowser }, settings);

/** The same where the settings do not identify clients. */
const askFromAnywhere = (email: string) =>
  mayRequestLink(database.db, { email, client: undefined, isKnownBrowser: false }, settings);

async function times(count: number, asking: (n: number) => Promise<boolean>): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < count; n += 1) if (await asking(n)) allowed += 1;
  return allowed;
}

/**
 * Requests `count` links and expects as many turns as the limit allows: its burst, plus what was refilled
 * during the test.
 */
async function expectTurns(
  limit: Limit,
  count: number,
  asking: (n: number) => Promise<boolean>,
): Promise<void> {
  const began = performance.now();
  const allowed = await times(count, asking);
  const regained = Math.ceil((performance.now() - began) / limit.everyMs);
  expect(allowed).toBeGreaterThanOrEqual(Math.min(count, limit.burst));
  expect(allowed).toBeLessThanOrEqual(limit.burst + regained);
}

describe('a flood of made-up addresses', () => {
  it('stops at the limit of its network, and leaves everyone else their links', async () => {
    await expectTurns(LIMITS.linkClient, 200, (n) => ask(`made${n}@up.example`, { client: FLOOD }));
    for (const email of [MAYA, TOM, ADMIN]) expect(await ask(email)).toBe(true);
  });

  it('from many networks takes no link from known people', async () => {
    await expectTurns(LIMITS.strangerLinks, 150, (n) =>
      ask(`made${n}@up.example`, { client: `198.51.${n % 250}.${n >> 8}` }),
    );
    for (const email of [MAYA, TOM, ADMIN]) expect(await ask(email)).toBe(true);
  });

  it('from unknown networks takes no link from known people', async () => {
    await expectTurns(LIMITS.strangerLinks, 150, (n) => askFromAnywhere(`made${n}@up.example`));
    for (const email of [MAYA, TOM, ADMIN]) expect(await askFromAnywhere(email)).toBe(true);
  });

  it('at a domain with a rule takes no link from known people or another domain', async () => {
    await expectTurns(LIMITS.newcomerLinks, 200, (n) => askFromAnywhere(`made${n}@tailspin.example`));
    for (const email of [MAYA, ADMIN, 'made@up.example']) expect(await askFromAnywhere(email)).toBe(true);
  });

  it('creates few rows, for any number of networks and addresses', async () => {
    await times(320, (n) => ask(`made${n}@up.example`, { client: `2001:db8:${n}:0::/64` }));
    await times(320, (n) => ask(MAYA, { client: `2001:db8:1:${n}::/64` }));
    const rows = await database.db.select({ key: rateLimits.key }).from(rateLimits);
    const named = (name: string) => rows.filter(({ key }) => key.startsWith(`${name}:`)).length;
    expect(named('stranger-links')).toBe(1);
    expect(named('mail-link')).toBeLessThanOrEqual(256 + LIMITS.strangerLinks.burst + 1);
  });
});

describe('an attacker who knows an address', () => {
  it('does not take its links from a person elsewhere', async () => {
    await expectTurns(LIMITS.mailLink, 50, () => ask(MAYA, { client: FLOOD }));
    expect(await ask(MAYA)).toBe(true);
  });

  it('with many networks fills the mailbox up to a limit, and does not block a known browser', async () => {
    await expectTurns(LIMITS.mailbox, 300, (n) => ask(MAYA, { client: `198.51.100.${n}` }));
    expect(await ask(MAYA)).toBe(false);
    expect(await ask(MAYA, { isKnownBrowser: true })).toBe(true);
    expect(await ask(TOM)).toBe(true);
  });

  it('does not block a known browser where clients are not identified', async () => {
    await times(50, () => askFromAnywhere(MAYA));
    expect(await askFromAnywhere(MAYA)).toBe(false);
    expect(await ask(MAYA, { client: undefined, isKnownBrowser: true })).toBe(true);
  });
});

describe('a browser is known', () => {
  const proof = knownBrowserProof(MAYA, APP_SECRET);

  it('by a proof of this address only', () => {
    expect(isKnownBrowser(proof, { email: MAYA, appSecret: APP_SECRET })).toBe(true);
    expect(isKnownBrowser(proof, { email: TOM, appSecret: APP_SECRET })).toBe(false);
    expect(isKnownBrowser(proof, { email: MAYA, appSecret: 'another secret' })).toBe(false);
  });

  it.each([undefined, '', 'x', `${proof}x`, 'é'.repeat(43)])('and not by %j', (given) => {
    expect(isKnownBrowser(given, { email: MAYA, appSecret: APP_SECRET })).toBe(false);
  });
});

describe('when too many mails are being sent', () => {
  async function exhaust(limit: (typeof LIMITS)['mailsToKnown' | 'mailsToNewcomers']) {
    for (let n = 0; n < limit.burst; n += 1) await consumeLimit(database.db, { limit, subject: 'everybody' });
  }

  /** Requests a link and runs the worker's decision. */
  async function send(email: string, now = NOW) {
    const { db } = database;
    await db.delete(signInLinks);
    await db.delete(mails);
    const asking = { email, client: OFFICE, isKnownBrowser: false, browserSecret: newSecret() };
    await requestLink(
      db,
      { ...asking, callbackUrl: 'https://desk.example', locale: 'en' },
      { vault, settings, now: NOW },
    );
    const [link] = await db.select().from(signInLinks).where(eq(signInLinks.email, email));
    const job = { key: link?.id ?? '' } as ClaimedJob;
    const outcome = await sendLink(db, { job, settings, brand, vault, log: keepLog(), now });
    return { outcome, job, mails: await db.$count(mails) };
  }

  it('a link waits for its turn and is sent then', async () => {
    await exhaust(LIMITS.mailsToKnown);
    const { outcome, job, mails: sent } = await send(MAYA);
    expect(outcome).toMatchObject({ kind: 'repeat' });
    expect(sent).toBe(0);
    await database.db.update(rateLimits).set({ nextAt: sql`clock_timestamp()` });
    expect(await sendLink(database.db, { job, settings, brand, vault, log: keepLog(), now: NOW })).toEqual({
      kind: 'done',
    });
    expect(await database.db.$count(mails)).toBe(1);
  });

  it('a link that expires while waiting is not sent, and its token is deleted', async () => {
    await exhaust(LIMITS.mailsToKnown);
    const { outcome, mails: sent } = await send(MAYA, new Date(NOW.getTime() + 15 * 60_000));
    expect(outcome).toEqual({ kind: 'done' });
    expect(sent).toBe(0);
    expect(await database.db.select({ token: signInLinks.sealedToken }).from(signInLinks)).toEqual([
      { token: null },
    ]);
  });

  it('to newcomers, known people still get theirs', async () => {
    await exhaust(LIMITS.mailsToNewcomers);
    expect((await send('new@tailspin.example')).mails).toBe(0);
    expect((await send(MAYA)).mails).toBe(1);
  });
});
