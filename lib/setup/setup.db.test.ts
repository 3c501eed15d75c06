import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import type { Database } from '@/lib/db/handle';
import { auditLog, deskSettings, mails } from '@/lib/db/schema/admin';
import { fullSyncs, serviceHealth } from '@/lib/db/schema/connection';
import { heartbeats } from '@/lib/db/schema/jobs';
import { webhookReceivers } from '@/lib/db/schema/webhooks';
import { WORKERS } from '@/lib/jobs/queue-state';
import { MAY_BE_CUT } from '@/lib/sync/suspects';
import { writeOffTopics } from '@/lib/webhooks/off-topics';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { SECRETS, setupContextAt } from '@/tests/support/setup-checks';
import { CHECKS } from './checks';
import type { SetupContext } from './context';
import { checkDatabase, checkSpace, checkTables } from './database-checks';
import { askAll, getSetup, readStoredFindings, repeatFailedChecks } from './get-setup';
import { checkFirstLead, checkMirror, checkPeople } from './people-checks';
import { checkConnection, checkWork } from './running-checks';
import { sendTestMail } from './test-mail';
import { checkDeliveries, checkSubscriptions } from './webhook-checks';

const NOW = new Date('2026-11-21T10:00:00Z');
const ROBIN = { personId: 'per_robin', email: 'robin@vendor.example' };

let open: Database;
let portal: TestPortal;
beforeAll(async () => {
  open = await freshDatabase();
  portal = await openTestPortal({ seedLeads: 2 });
});
afterAll(async () => {
  await portal.close();
  await open.close();
});

/** A context with this database, as named in the settings. */
function context(changes: Record<string, string> = {}, parts: Partial<SetupContext> = {}): SetupContext {
  const isServer = inject('testDatabase').engine === 'postgres';
  const server = { DATABASE_URL: `postgres://desk:${SECRETS.DATABASE_PASSWORD}@db.example/desk` };
  return setupContextAt(portal.url, {
    changes: { ...(isServer ? server : { DATA_DIR: process.cwd() }), ...changes },
    database: { kind: 'open', db: open.db, hasAllTables: true },
    now: () => NOW,
    ...parts,
  });
}

describe('the database', () => {
  it('is described with its version, and a warning if it does not flush', async () => {
    const found = await checkDatabase(context());
    const isEmbedded = inject('testDatabase').engine === 'pglite';
    expect(found.facts.database).toBe(isEmbedded ? 'embedded' : 'server');
    expect(found.facts.postgres).toMatch(/^1\d/);
    // In memory, or set up for tests: like a server with flushing disabled.
    expect(found).toMatchObject({ state: 'bad', causes: [{ code: 'not-durable' }] });
    expect(found.causes?.[0]?.about).toContain('fsync');
  });

  it('has all tables of this build, and free space', async () => {
    expect(await checkTables(context())).toMatchObject({ state: 'ok' });
    expect((await checkSpace(context())).facts.databaseMb).toBeGreaterThan(0);
  });

  it('changed by a newer or an older build is reported', async () => {
    const found: unknown[] = [];
    const undone = open.db.transaction(async (tx) => {
      const database = { kind: 'open', db: tx, hasAllTables: true } as const;
      await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 1)`);
      found.push((await checkTables(context({}, { database }))).causes);
      await tx.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'next'
        or id = (select min(id) from drizzle.__drizzle_migrations)`);
      found.push((await checkTables(context({}, { database }))).causes);
      tx.rollback();
    });
    await expect(undone).rejects.toThrow(/rollback/i);
    expect(found).toEqual([[{ code: 'tables-ahead' }], [{ code: 'not-started' }]]);
  });
});

describe('a new desk', () => {
  it('reports each step as not done yet', async () => {
    expect(await checkMirror(context())).toMatchObject({ causes: [{ code: 'full-sync-awaited' }] });
    expect(await checkDeliveries(context())).toMatchObject({ causes: [{ code: 'nothing-arrived' }] });
    expect(await checkPeople(context())).toMatchObject({ causes: [{ code: 'nobody-mapped' }] });
    expect(await checkFirstLead(context())).toMatchObject({ causes: [{ code: 'no-lead-sent' }] });
  });

  it('has contacted no other system, and loads immediately', async () => {
    const { findings, checkedAt } = await getSetup(context());
    expect(checkedAt).toBeUndefined();
    expect(Object.keys(findings).toSorted()).toEqual(
      CHECKS.filter(({ asks }) => !asks)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});

describe('running all checks', () => {
  it('stores the findings with their time, audits that, and shows them afterwards without running again', async () => {
    await askAll(context(), { db: open.db, by: ROBIN, waitMs: 0 });
    const asked = (await portal.calls('token')).length;
    const { findings, checkedAt } = await getSetup(context());
    expect(checkedAt).toEqual(NOW);
    expect(findings.token).toMatchObject({ state: 'ok' });
    expect(findings.subscriptions).toMatchObject({ state: 'bad', causes: [{ code: 'topics-missing' }] });
    expect((await portal.calls('token')).length).toBe(asked);
    const [entry] = await open.db.select().from(auditLog).where(eq(auditLog.event, 'setup.checked'));
    expect(entry).toMatchObject({ email: ROBIN.email, detail: { bad: expect.any(Number) } });
  });

  it('is repeated a few minutes later if one has not passed, until all have', async () => {
    const later = (minutes: number) => async () =>
      context({}, { now: () => new Date(NOW.getTime() + minutes * 60_000) });
    const wrong = { SERVICE_CLIENT_SECRET: SECRETS.SERVICE_CLIENT_SECRET };
    await askAll(context(wrong), { db: open.db, by: ROBIN, waitMs: 0 });
    await repeatFailedChecks(open.db, later(4));
    expect(await readStoredFindings(open.db)).toMatchObject({
      at: NOW,
      findings: { token: { state: 'bad' } },
    });
    await repeatFailedChecks(open.db, later(6));
    const { at, findings } = (await readStoredFindings(open.db)) ?? {};
    expect(at).toEqual((await later(6)()).now());
    expect(findings?.token).toMatchObject({ state: 'ok' });

    const value = { token: { state: 'ok', facts: {} } };
    await open.db.update(deskSettings).set({ value, changedAt: NOW });
    await repeatFailedChecks(open.db, later(60));
    expect((await readStoredFindings(open.db))?.at).toEqual(NOW);
  });

  it('stores no secret, whatever goes wrong', async () => {
    const changes = { SERVICE_CLIENT_SECRET: SECRETS.SERVICE_CLIENT_SECRET };
    await askAll(context(changes), { db: open.db, by: ROBIN, waitMs: 0 });
    const kept = JSON.stringify(await open.db.select().from(deskSettings));
    for (const secret of Object.values(SECRETS)) expect(kept).not.toContain(secret);
    expect(kept).toContain('wrong-key');
  });

  it('counts as never done if another version stored the findings in its own format', async () => {
    await open.db.update(deskSettings).set({ value: { token: { state: 'splendid', facts: {} } } });
    expect(await readStoredFindings(open.db)).toBeUndefined();
    await open.db.update(deskSettings).set({ value: { moon: { state: 'ok', facts: {} } } });
    expect((await readStoredFindings(open.db))?.findings).toEqual({});
  });
});

describe('past events', () => {
  it('complete the list: a finished full sync, a delivery', async () => {
    await open.db.insert(fullSyncs).values({ id: 'full_sync_1', startedAt: NOW, state: 'running' });
    expect(await checkMirror(context())).toMatchObject({ causes: [{ code: 'full-sync-awaited' }] });
    await open.db.update(fullSyncs).set({ state: 'incomplete' });
    expect(await checkMirror(context())).toMatchObject({
      state: 'bad',
      causes: [{ code: 'full-sync-failed' }],
    });
    await open.db.update(fullSyncs).set({ state: 'complete', seen: 500, detail: MAY_BE_CUT });
    expect(await checkMirror(context())).toMatchObject({
      state: 'warning',
      causes: [{ code: 'list-may-be-cut', about: '500' }],
    });
    await open.db.update(fullSyncs).set({ detail: null });
    expect(await checkMirror(context())).toMatchObject({ state: 'ok' });
    const receiver = { id: 'rcv_1', topic: 'lead/update', url: 'http://localhost:3000/api/webhooks/rcv_1' };
    await open.db.insert(webhookReceivers).values({ ...receiver, lastDeliveryAt: NOW });
    expect(await checkDeliveries(context())).toMatchObject({
      state: 'ok',
      facts: { lastDelivery: { at: NOW.toISOString() } },
    });
    await open.db.update(webhookReceivers).set({ rejected: 3, lastRejectedAt: NOW });
    expect(await checkDeliveries(context())).toMatchObject({
      causes: [{ code: 'signature-wrong', about: '3' }],
    });
    const later = () => new Date(NOW.getTime() + 25 * 3_600_000);
    expect(await checkDeliveries(context({}, { now: later }))).toMatchObject({ state: 'ok' });
    await open.db.delete(webhookReceivers);
  });

  it('count as they are now: the last full sync, also while the next one runs', async () => {
    const fullSync = { startedAt: NOW, detail: 'lead list: half of it' };
    await open.db.insert(fullSyncs).values({ ...fullSync, id: 'full_sync_2', state: 'stopped' });
    await open.db.insert(fullSyncs).values({ ...fullSync, id: 'full_sync_3', state: 'running' });
    expect(await checkMirror(context())).toMatchObject({
      state: 'warning',
      facts: { reason: fullSync.detail },
      causes: [{ code: 'full-sync-failed' }],
    });
    await open.db.update(fullSyncs).set({ state: 'complete' });
    expect(await checkMirror(context())).toMatchObject({ state: 'ok' });
  });

  it('of work and emails: what is not done in time needs attention', async () => {
    const early = { now: () => new Date(0) };
    expect(await checkWork(context({}, early))).toMatchObject({
      state: 'bad',
      causes: [{ code: 'no-worker' }],
    });
    await open.db.insert(heartbeats).values({ id: WORKERS, at: new Date(0), count: 1 });
    expect(await checkWork(context({}, early))).toMatchObject({
      state: 'ok',
      facts: { lastWorker: { at: new Date(0).toISOString() } },
    });
    const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    for (const minutes of [2, 9])
      await open.db
        .insert(mails)
        .values({ id: `mail-${minutes}`, kind: 'notices', sealed: '', createdAt: minutesAgo(minutes) });
    expect((await checkWork(context())).causes).toContainEqual({ code: 'mails-late', about: '1' });
    await open.db.delete(mails);
  });

  it('of calls: since when the portal does not accept the key', async () => {
    await open.db.delete(serviceHealth);
    expect(await checkConnection(context())).toMatchObject({ state: 'unknown' });
    await open.db.insert(serviceHealth).values({ id: 'service', failingSince: NOW, failure: 'auth' });
    expect(await checkConnection(context())).toMatchObject({ state: 'bad', causes: [{ code: 'wrong-key' }] });
    await open.db.update(serviceHealth).set({ failingSince: null, lastOkAt: NOW });
    expect(await checkConnection(context())).toMatchObject({ state: 'ok' });
  });

  it('do not include a subscription whose secret is lost, or sealed with another APP_SECRET', async () => {
    const url = (id: string) => `http://localhost:3000/api/webhooks/${id}`;
    const seal = (appSecret: string) => createVault(appSecret, 'webhook-secret').seal('secret');
    const whole = seal(context().settings.APP_SECRET);
    const secrets = { 'lead/create': null, 'lead/update': seal('x'.repeat(40)), 'lead/delete': whole };
    for (const topic of ['lead/create', 'lead/update', 'lead/delete'] as const) {
      const made = await portal.service.createSubscription({ topic, url: url(topic) });
      const secret = secrets[topic];
      await open.db
        .insert(webhookReceivers)
        .values({ id: topic, topic, url: url(topic), subscriptionId: made.id, secret });
    }
    expect(await checkSubscriptions(context())).toMatchObject({
      state: 'bad',
      causes: [{ code: 'secret-missing', about: 'lead/create, lead/update' }],
    });
    // The desk knows that itself, without asking the portal.
    expect((await getSetup(context())).findings.subscriptions).toMatchObject({
      state: 'bad',
      causes: [{ code: 'topics-missing', about: 'lead/create' }],
    });
    await open.db.update(webhookReceivers).set({ secret: whole });
    expect(await checkSubscriptions(context())).toMatchObject({ state: 'ok' });
    const [unwanted] = await portal.service.listSubscriptions();
    await portal.service.deleteSubscription(unwanted?.id ?? '');
    await writeOffTopics(open.db, { off: ['lead/create'], now: NOW });
    expect(await checkSubscriptions(context())).toMatchObject({
      state: 'warning',
      causes: [{ code: 'topics-off', about: 'lead/create' }],
    });
  });
});

describe('a test mail', () => {
  const brand = { name: 'Desk', button: { fill: '#123456', text: '#ffffff' }, links: [] };
  const mail = { by: ROBIN, lang: 'en', subject: 'Test', text: 'It <works>.\n\nBye', brand, now: NOW };

  it('goes to the requesting admin, and is audited', async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:25', APP_SECRET: SECRETS.APP_SECRET };
    expect(await sendTestMail(open.db, { ...mail, settings })).toBe(true);
    expect(await open.db.select({ kind: mails.kind }).from(mails)).toEqual([{ kind: 'test' }]);
    const [entry] = await open.db.select().from(auditLog).where(eq(auditLog.event, 'setup.mail-tested'));
    expect(entry).toMatchObject({ subject: ROBIN.email });
  });

  it('is refused without a mail server', async () => {
    const settings = { SMTP_URL: undefined, APP_SECRET: SECRETS.APP_SECRET };
    expect(await sendTestMail(open.db, { ...mail, settings })).toBe(false);
  });
});
