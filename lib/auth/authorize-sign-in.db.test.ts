import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { agents, domainRules, memberships, people } from '@/lib/db/schema/people';
import { findSignedIn } from '@/lib/sessions/sessions';
import { freshDatabase } from '@/tests/support/database';
import { addAgent } from '@/tests/support/rows';
import { authorizeSignIn, type Proof, recordCompanyFault } from './authorize-sign-in';
import { startSession } from './start-session';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const NOW = new Date('2026-03-02T09:00:00Z');

let count = 0;
/** A new, unknown person; tests in one file share a database. */
function stranger() {
  count += 1;
  const email = `p${count}@northwind.example`;
  const company = { method: 'oidc', email, name: 'Ann Ashworth', subject: `https://login.example u${count}` };
  return {
    email,
    company: company as Extract<Proof, { method: 'oidc' }>,
    mail: { method: 'mail', email } as const,
  };
}

const come = (proof: Proof, { demo = false } = {}) =>
  database.db.transaction((tx) => authorizeSignIn(tx, proof, { now: NOW, demo }));

/** Like `come`, for a person who should be admitted. */
async function comeIn(proof: Proof): Promise<string> {
  const admitted = await come(proof);
  if ('refused' in admitted) throw new Error(`Refused: ${admitted.refused}`);
  return admitted.personId;
}

async function rowOf(email: string) {
  const [row] = await database.db.select().from(people).where(eq(people.email, email));
  return row;
}

async function lastEntry() {
  const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry;
}

describe('a person who proved an address', () => {
  it('is created on the first company sign-in, with the name in the claims', async () => {
    const { email, company } = stranger();
    const id = await comeIn(company);
    expect(await rowOf(email)).toMatchObject({ id, name: 'Ann Ashworth', oidcSubject: company.subject });
  });

  it('is created on the first sign-in by mail, named after the local part of the address', async () => {
    const { email, mail } = stranger();
    const id = await comeIn(mail);
    expect(await rowOf(email)).toMatchObject({ id, name: email.split('@')[0], oidcSubject: null });
  });

  it('stays the same person across sign-ins by mail and company, and keeps a name set by an admin', async () => {
    const { email, company, mail } = stranger();
    const id = await comeIn(mail);
    await database.db.update(people).set({ name: 'Named by an admin' }).where(eq(people.id, id));
    expect(await comeIn(company)).toBe(id);
    expect(await comeIn(company)).toBe(id);
    expect(await comeIn(mail)).toBe(id);
    expect(await rowOf(email)).toMatchObject({ name: 'Named by an admin', oidcSubject: company.subject });
  });

  it('becomes one person when two browsers sign in concurrently', async () => {
    const { company } = stranger();
    const ids = await Promise.all([comeIn(company), comeIn(company), comeIn(company)]);
    expect(new Set(ids).size).toBe(1);
  });

  it('is mapped immediately where a domain rule matches', async () => {
    const { db } = database;
    const { email, company } = stranger();
    const { organizationId, agentId } = await addAgent(db);
    await db.update(agents).set({ email }).where(eq(agents.id, agentId));
    await db.insert(domainRules).values({ domain: 'northwind.example', organizationId, role: 'agent' });
    const id = await comeIn(company);
    const [membership] = await db.select().from(memberships).where(eq(memberships.personId, id));
    expect(membership).toMatchObject({ organizationId, agentId, role: 'agent' });
  });
});

describe('refusals of a proven address, each in the audit log', () => {
  it('with a different company account than the first one', async () => {
    const { email, company } = stranger();
    await comeIn(company);
    const other = { ...company, subject: `${company.subject}-other` };
    expect(await come(other)).toEqual({ refused: 'other-account' });
    expect(await rowOf(email)).toMatchObject({ oidcSubject: company.subject });
    expect(await lastEntry()).toMatchObject({
      event: 'signin.refused',
      subject: email,
      detail: { method: 'oidc', reason: 'other-account' },
    });
  });

  it('with a company account known under another address, without creating a person', async () => {
    const { company } = stranger();
    await comeIn(company);
    const { email } = stranger();
    expect(await come({ ...company, email })).toEqual({ refused: 'other-account' });
    expect(await rowOf(email)).toBeUndefined();
  });

  it.each(['company', 'mail'] as const)('by %s while disabled', async (way) => {
    const { email, ...ways } = stranger();
    const id = await comeIn(ways.company);
    await database.db.update(people).set({ disabledAt: NOW }).where(eq(people.id, id));
    expect(await come(ways[way])).toEqual({ refused: 'disabled' });
    expect(await lastEntry()).toMatchObject({ event: 'signin.refused', subject: email });
  });

  it('repeatedly, with only a few audit log entries', async () => {
    const { email, company, mail } = stranger();
    const id = await comeIn(company);
    await database.db.update(people).set({ disabledAt: NOW }).where(eq(people.id, id));
    for (let n = 0; n < 40; n += 1) await come(mail);
    const entries = await database.db.select().from(auditLog).where(eq(auditLog.subject, email));
    const refusals = entries
      .filter(({ event }) => event === 'signin.refused')
      .map(({ detail }) => detail.times);
    expect(refusals).toEqual([undefined, undefined, undefined, 10]);
  });

  it('as a demo person outside the demo', async () => {
    const { mail } = stranger();
    const id = await comeIn(mail);
    await database.db.update(people).set({ isDemo: true }).where(eq(people.id, id));
    expect(await come(mail)).toEqual({ refused: 'disabled' });
    expect(await come(mail, { demo: true })).toEqual({ personId: id });
  });
});

describe('starting a session', () => {
  it('creates a new one, ends the previous one of this browser, and is audited', async () => {
    const { db } = database;
    const { email, mail } = stranger();
    const personId = await comeIn(mail);
    const task = { personId, method: 'mail', now: NOW } as const;
    const planted = await startSession(db, { ...task, replaces: undefined });
    const sessionId = await startSession(db, { ...task, replaces: planted });
    expect(sessionId).not.toBe(planted);
    const asked = { now: NOW, demo: false, adminEmails: [] };
    expect(await findSignedIn(db, { ...asked, sessionId: planted })).toBeUndefined();
    expect(await findSignedIn(db, { ...asked, sessionId })).toMatchObject({ email, signedInAt: NOW });
    expect(await rowOf(email)).toMatchObject({ lastSignInAt: NOW });
    expect(await lastEntry()).toMatchObject({
      event: 'signin.done',
      personId,
      email,
      subject: email,
      detail: { method: 'mail' },
    });
  });

  it('repeatedly does not fill the audit log', async () => {
    const { db } = database;
    const { email, mail } = stranger();
    const personId = await comeIn(mail);
    const task = { personId, method: 'mail', replaces: undefined, now: NOW } as const;
    for (let n = 0; n < 200; n += 1) await startSession(db, task);
    const count = await db.$count(
      auditLog,
      and(eq(auditLog.personId, personId), eq(auditLog.subject, email)),
    );
    expect(count).toBeLessThan(70);
  });
});

it('an admin reads in the audit log why the company’s sign-in fails, and not as often as somebody tries', async () => {
  const fault = { refusal: 'misconfigured', reason: 'audience', message: 'aud mismatch' } as const;
  for (let attempt = 0; attempt < 9; attempt += 1) await recordCompanyFault(database.db, fault, NOW);
  const entries = await database.db.select().from(auditLog).where(eq(auditLog.event, 'signin.failed'));
  expect(entries.map(({ detail }) => detail)).toEqual(
    Array(3).fill({ reason: 'audience', message: 'aud mismatch' }),
  );
});
