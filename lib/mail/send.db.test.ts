import { createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import { readSender } from '@/lib/core/sender';
import type { Database } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { freePort } from '@/scripts/lib/ports';
import { freshDatabase } from '@/tests/support/database';
import { startTestMailServer, type TestMailServer } from '@/tests/support/mail';
import { findJob, keepLog } from '@/tests/support/rows';
import { MAIL_SEND, queueMail } from './mail';
import { openMailServer } from './mail-server';
import { type MailRoute, sendMail } from './send';

const START = new Date('2026-03-02T09:00:00Z');
const HOUR_MS = 3_600_000;
/** For the server that never answers; other tests wait longer, because this machine may be busy. */
const IMPATIENT_MS = 300;
const later = (ms: number) => new Date(START.getTime() + ms);
const vault = createVault('a-secret-of-at-least-32-characters!', 'mail');
const MAIL = {
  kind: 'invitation',
  to: 'jo@partner.example',
  subject: 'Grüße · 1 < 2',
  text: 'Open https://desk.example/x?a=1&b=2\n.\nEnd',
  html: '<p>Open it</p>',
};

const BRAND: { name: string; senderName?: string } = { name: 'Desk', senderName: 'Acme Partners' };

let database: Database;
let server: TestMailServer | undefined;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** One queued mail, and the function that runs the worker's job for it. */
async function queued(mail: Partial<Parameters<typeof queueMail>[1]> = {}) {
  const { db } = database;
  const id = await db.transaction((tx) => queueMail(tx, { ...MAIL, ...mail }, { vault, now: START }));
  const log = keepLog();
  const send = (
    route: MailRoute | undefined,
    now = START,
    {
      key = vault,
      brand = { name: 'Desk' },
      isOutdated = false,
    }: { key?: typeof vault; brand?: typeof BRAND; isOutdated?: boolean } = {},
  ) =>
    sendMail(db, {
      job: { ...JOB, key: id },
      vault: key,
      route,
      brand,
      log,
      clock: () => now,
      random: 0.5,
      isTakenBack: async () => isOutdated,
    });
  const row = async () => (await db.select().from(mails).where(eq(mails.id, id)))[0];
  return { id, log, send, row };
}

/** The job at its first attempt. */
const JOB = {
  id: 0,
  topic: MAIL_SEND,
  key: '',
  payload: {},
  priority: 1,
  generation: 1,
  requestedAt: START,
  requestedOrder: 0,
  attempts: 1,
  failures: 0,
  lease: '',
};

function routeTo(url: string, timeoutMs?: number, sender = 'Partner Desk <desk@vendor.example>'): MailRoute {
  const from = readSender(sender);
  if (!from) throw new Error('no sender');
  return { server: openMailServer(url, timeoutMs), from };
}

describe('queuing a mail', () => {
  it('is rolled back with its transaction', async () => {
    const { db } = database;
    let id = '';
    const undone = db.transaction(async (tx) => {
      id = await queueMail(tx, MAIL, { vault, now: START });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await db.select().from(mails).where(eq(mails.id, id))).toEqual([]);
    expect(await findJob(db, { topic: MAIL_SEND, key: id })).toBeUndefined();
  });

  it('leaves nothing readable in the database', async () => {
    const { id, row } = await queued({ text: 'the-token-in-the-link' });
    const kept = JSON.stringify([await row(), await findJob(database.db, { topic: MAIL_SEND, key: id })]);
    for (const secret of ['the-token', 'jo@', 'partner.example', 'Grüße']) expect(kept).not.toContain(secret);
  });

  it('is refused if the address could inject another', async () => {
    const smuggle = { ...MAIL, to: 'jo@partner.example\r\nRCPT TO:<all@evil.example>' };
    await expect(queueMail(database.db, smuggle, { vault, now: START })).rejects.toThrow();
  });
});

describe('sending a mail', () => {
  it('sends it whole, and deletes it', async () => {
    server = await startTestMailServer();
    const { id, send, row, log } = await queued();
    expect(await send(routeTo(server.url))).toEqual({ kind: 'done' });
    expect(await row()).toBeUndefined();
    const [taken, ...others] = server.taken;
    expect(others).toEqual([]);
    expect(taken).toMatchObject({ from: 'desk@vendor.example', to: [MAIL.to] });
    const mail = await PostalMime.parse(taken?.raw ?? '');
    expect(mail).toMatchObject({
      subject: MAIL.subject,
      from: { name: 'Partner Desk', address: 'desk@vendor.example' },
      to: [{ address: MAIL.to }],
      messageId: `<${id}@vendor.example>`,
      attachments: [],
    });
    expect(mail.text?.trim().replaceAll('\r\n', '\n')).toBe(MAIL.text);
    expect(mail.html?.trim()).toBe(MAIL.html);
    expect(log.lines.map(({ event }) => event)).toEqual(['mail.sent']);
  });

  it.each([
    ['as an admin named the sender', 'Partner Desk <desk@vendor.example>', BRAND, 'Acme Partners'],
    ['as the settings do, if no admin did', 'Post <desk@vendor.example>', { name: 'Acme' }, 'Post'],
    ['by the name of the brand, if nobody did', 'desk@vendor.example', { name: 'Acme' }, 'Acme'],
  ])('is from the address in the settings, %s', async (_how, sender, brand, name) => {
    server = await startTestMailServer();
    const { send } = await queued();
    await send(routeTo(server.url, undefined, sender), START, { brand });
    const { from } = await PostalMime.parse(server.taken[0]?.raw ?? '');
    expect(from).toEqual({ name, address: 'desk@vendor.example' });
  });

  it('happens once, however often the job runs', async () => {
    server = await startTestMailServer();
    const { send } = await queued();
    await send(routeTo(server.url));
    expect(await send(routeTo(server.url))).toEqual({ kind: 'done' });
    expect(server.taken).toHaveLength(1);
  });

  it('is taken back if it has waited and is not true any more, also before its first attempt', async () => {
    server = await startTestMailServer();
    const { send, log } = await queued();
    expect(await send(routeTo(server.url), later(61_000), { isOutdated: true })).toEqual({ kind: 'done' });
    expect(server.taken).toEqual([]);
    expect(log.lines.map(({ event }) => event)).toEqual(['mail.taken-back']);
  });

  it('is not compared within the minute it was written in', async () => {
    server = await startTestMailServer();
    const { send } = await queued();
    await send(routeTo(server.url), later(1_000), { isOutdated: true });
    expect(server.taken).toHaveLength(1);
  });

  it('is retried if the server is down, and succeeds when it is back', async () => {
    const port = await freePort();
    const route = routeTo(`smtp://127.0.0.1:${port}`);
    const { send, row } = await queued();
    const outcome = await send(route);
    expect(outcome).toMatchObject({ kind: 'again', reason: expect.stringContaining('ECONNREFUSED') });
    expect(outcome.kind === 'again' && outcome.at > START).toBe(true);
    expect(await row()).toBeDefined();
    server = await startTestMailServer({ port });
    expect(await send(route, later(60_000))).toEqual({ kind: 'done' });
    expect(server.taken).toHaveLength(1);
  });

  it('is retried if the server hangs, without hanging itself', async () => {
    const hanging = createServer(() => {});
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const address = hanging.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { send } = await queued();
    const outcome = await send(routeTo(`smtp://127.0.0.1:${port}`, IMPATIENT_MS));
    expect(outcome).toMatchObject({ kind: 'again', reason: expect.stringContaining('ETIMEDOUT') });
    await new Promise((resolve) => hanging.close(resolve));
  });

  it('is retried if the server answers "not now"', async () => {
    const busy = Object.assign(new Error('try again later'), { responseCode: 450 });
    server = await startTestMailServer({ onRcptTo: (_, __, done) => done(busy) });
    const { send, row } = await queued();
    expect(await send(routeTo(server.url))).toMatchObject({ kind: 'again' });
    expect(await row()).toBeDefined();
  });

  it('is retried if the server refuses the sender, because an admin can fix that', async () => {
    server = await startTestMailServer({ onMailFrom: (_, __, done) => done(new Error('not you')) });
    const { send } = await queued();
    expect(await send(routeTo(server.url))).toMatchObject({ kind: 'again' });
  });

  it('stops after a permanent refusal, and the log does not name the recipient', async () => {
    server = await startTestMailServer({
      onRcptTo: ({ address }, _, done) => done(new Error(`<${address}>: no such user here`)),
    });
    const { send, row, log } = await queued();
    expect(await send(routeTo(server.url))).toEqual({ kind: 'done' });
    expect(await row()).toBeUndefined();
    expect(log.lines).toMatchObject([{ event: 'mail.given-up', data: { kind: 'invitation' } }]);
    expect(JSON.stringify(log.lines)).toContain('550');
    expect(JSON.stringify(log.lines)).not.toContain('partner.example');
  });

  it('stops once its link has expired, or after a day', async () => {
    server = await startTestMailServer();
    const link = await queued({ uselessAfter: later(15 * 60_000) });
    const invitation = await queued();
    expect(await link.send(routeTo(server.url), later(15 * 60_000))).toEqual({ kind: 'done' });
    expect(await invitation.send(routeTo(server.url), later(25 * HOUR_MS))).toEqual({ kind: 'done' });
    expect([await link.row(), await invitation.row()]).toEqual([undefined, undefined]);
    expect(server.taken).toEqual([]);
  });

  it('is dropped with a warning without a mail server, or if it cannot be decrypted any more', async () => {
    server = await startTestMailServer();
    const [unset, unreadable] = [await queued(), await queued()];
    expect(await unset.send(undefined)).toEqual({ kind: 'done' });
    const other = createVault('another-secret-of-32-characters!!!!', 'mail');
    expect(await unreadable.send(routeTo(server.url), START, { key: other })).toEqual({ kind: 'done' });
    for (const { log, row } of [unset, unreadable]) {
      expect(log.lines.map(({ event }) => event)).toEqual(['mail.given-up']);
      expect(await row()).toBeUndefined();
    }
    expect(server.taken).toEqual([]);
  });
});
