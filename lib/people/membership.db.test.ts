import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listDomainRules,
  mapByRule,
  type RuleTarget,
  removeDomainRule,
  setDomainRule,
} from '@/lib/auth/domain-rules';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { agents, memberships } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { ADMIN, addPerson } from '@/tests/support/people';
import { addAgent } from '@/tests/support/rows';
import { type Mapping, mapPerson, unmapPerson } from './membership';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const now = new Date('2026-04-01T10:00:00Z');

async function addMapping(role: Mapping['role'] = 'agent'): Promise<Mapping> {
  return { ...(await addAgent(open.db)), role };
}

async function readMapping(personId: string) {
  const rows = await open.db.select().from(memberships).where(eq(memberships.personId, personId));
  return rows.map(({ organizationId, agentId, role }) => ({ organizationId, agentId, role }));
}

const events = async (subject: string) =>
  (await open.db.select().from(auditLog).where(eq(auditLog.subject, subject))).map(({ event }) => event);

function map(personId: string, to: Mapping, more: { seen?: Mapping; sharing?: 'refused' } = {}) {
  return mapPerson(open.db, { by: ADMIN, personId, to, sharing: 'allowed', now, ...more });
}

describe('mapping a person', () => {
  it('gives them one membership, which another choice replaces, with an audit entry each', async () => {
    const { id, email } = await addPerson(open.db);
    const [one, other] = [await addMapping(), await addMapping('manager')];
    expect(await map(id, one)).toBe('done');
    expect(await map(id, other, { seen: one })).toBe('done');
    expect(await readMapping(id)).toEqual([other]);
    expect(await events(email)).toEqual(['people.mapped', 'people.mapped']);
  });

  it('to an agent of another organization, or to an unknown one, is not saved', async () => {
    const { id, email } = await addPerson(open.db);
    const [one, other] = [await addMapping(), await addMapping()];
    expect(await map(id, { ...one, agentId: other.agentId })).toBe('foreign-agent');
    expect(await map(id, { ...one, organizationId: 'made up' })).toBe('foreign-agent');
    // The database enforces it.
    await expect(
      open.db.insert(memberships).values({ id: 'mem_x', personId: id, ...one, agentId: other.agentId }),
    ).rejects.toThrow();
    expect(await readMapping(id)).toEqual([]);
    expect(await events(email)).toEqual([]);
  });

  it('changes nothing if the mapping has changed since the admin loaded the page', async () => {
    const { id } = await addPerson(open.db);
    const [one, other] = [await addMapping(), await addMapping()];
    await map(id, one);
    expect(await map(id, other)).toBe('late');
    expect(await map(id, other, { seen: { ...one, role: 'manager' } })).toBe('late');
    expect(await readMapping(id)).toEqual([one]);
    expect(await map('per_nobody', one)).toBe('unknown');
  });

  it('by two admins concurrently succeeds for one of them', async () => {
    const { id } = await addPerson(open.db);
    const targets = await Promise.all([addMapping(), addMapping(), addMapping()]);
    const outcomes = await Promise.all(targets.map((to) => map(id, to)));
    expect(outcomes.toSorted()).toEqual(['done', 'late', 'late']);
    expect(await readMapping(id)).toHaveLength(1);
  });

  it('to a free agent succeeds for one person under concurrency', async () => {
    const to = await addMapping();
    const crowd = await Promise.all(Array.from({ length: 6 }, () => addPerson(open.db)));
    const outcomes = await Promise.all(crowd.map(({ id }) => map(id, to, { sharing: 'refused' })));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(5);
    const late = await addPerson(open.db);
    expect(await map(late.id, to), 'an admin may share an agent deliberately').toBe('done');
  });
});

describe('a domain rule', () => {
  const role = 'manager' as const;
  async function addRule(domain: string, email: string | null) {
    const agent = await addAgent(open.db);
    await open.db.update(agents).set({ email }).where(eq(agents.id, agent.agentId));
    const { organizationId } = agent;
    const set = await setDomainRule(open.db, { by: ADMIN, domain, organizationId, role, now });
    expect(set).toEqual({ kind: 'done' });
    return agent;
  }
  const signIn = (person: { id: string; email: string }) =>
    open.db.transaction((tx) => mapByRule(tx, { person, now }));

  it('maps a person who signs in to the agent with their address, once', async () => {
    const agent = await addRule('one.example', 'kim@one.example');
    const kim = await addPerson(open.db, { email: 'kim@one.example' });
    expect(await Promise.all([signIn(kim), signIn(kim)])).toEqual(['mapped', 'mapped']);
    expect(await readMapping(kim.id)).toEqual([{ ...agent, role }]);
    expect(await events(kim.email)).toEqual(['people.mapped-by-rule']);
  });

  it('does not map others: another address, another domain, an agent that is taken', async () => {
    const agent = await addRule('two.example', 'kim@two.example');
    for (const email of ['lee@two.example', 'kim@sub.two.example', 'kim@three.example']) {
      expect(await signIn(await addPerson(open.db, { email }))).toBe('waiting');
    }
    await map((await addPerson(open.db)).id, { ...agent, role });
    const kim = await addPerson(open.db, { email: 'kim@two.example' });
    expect(await signIn(kim)).toBe('waiting');
    expect(await readMapping(kim.id)).toEqual([]);
  });

  it('keeps a mapping that an admin made', async () => {
    await addRule('four.example', 'kim@four.example');
    const kim = await addPerson(open.db, { email: 'kim@four.example' });
    const chosen = await addMapping();
    await map(kim.id, chosen);
    expect(await signIn(kim)).toBe('mapped');
    expect(await readMapping(kim.id)).toEqual([chosen]);
  });

  it('does not map a person again whom an admin has unmapped', async () => {
    const agent = await addRule('five.example', 'kim@five.example');
    const kim = await addPerson(open.db, { email: 'kim@five.example' });
    await signIn(kim);
    const seen = { ...agent, role };
    expect(await unmapPerson(open.db, { by: ADMIN, personId: kim.id, seen, now })).toBe('done');
    expect(await signIn(kim)).toBe('waiting');
    expect(await unmapPerson(open.db, { by: ADMIN, personId: kim.id, seen, now })).toBe('late');
  });

  it('and an admin never both map an agent concurrently', async () => {
    const agent = await addRule('six.example', 'kim@six.example');
    const kim = await addPerson(open.db, { email: 'kim@six.example' });
    const other = await addPerson(open.db);
    await Promise.all([signIn(kim), map(other.id, { ...agent, role }, { sharing: 'refused' })]);
    expect(await open.db.$count(memberships, eq(memberships.agentId, agent.agentId))).toBe(1);
  });

  it('needs a known organization, and maps nobody after it is removed', async () => {
    const rule = { by: ADMIN, domain: 'seven.example', role, now };
    expect(await setDomainRule(open.db, { ...rule, organizationId: 'made up' })).toEqual({ kind: 'unknown' });
    await addRule('seven.example', null);
    expect(await removeDomainRule(open.db, rule)).toBe('done');
    expect(await removeDomainRule(open.db, rule)).toBe('unknown');
    expect(await signIn(await addPerson(open.db, { email: 'kim@seven.example' }))).toBe('waiting');
    expect(await events('seven.example')).toEqual(['domain-rule.set', 'domain-rule.removed']);
  });

  it('is changed only by an admin who has seen its current target', async () => {
    const domain = 'eight.example';
    const first = await addRule(domain, null);
    const second = await addAgent(open.db);
    const third = await addAgent(open.db);
    const set = (organizationId: string, replaces?: RuleTarget) =>
      setDomainRule(open.db, { by: ADMIN, domain, organizationId, role, now, replaces });
    const present = { organizationId: first.organizationId, role };
    expect(await set(second.organizationId)).toMatchObject({ kind: 'exists', present });
    expect(await set(first.organizationId), 'the rule is unchanged').toEqual({ kind: 'done' });
    expect(await set(second.organizationId, present)).toEqual({ kind: 'done' });
    expect(await set(third.organizationId, present), 'changed by another admin by then').toMatchObject({
      kind: 'exists',
      present: { organizationId: second.organizationId },
    });
    const [rule] = (await listDomainRules(open.db, { q: domain, page: 1 })).rows;
    expect(rule?.organizationId).toBe(second.organizationId);
    expect(await events(domain)).toEqual(['domain-rule.set', 'domain-rule.set']);
  });

  it('by two admins concurrently: the second sees the conflict', async () => {
    const agents = [await addAgent(open.db), await addAgent(open.db)];
    const came = await Promise.all(
      agents.map(({ organizationId }) =>
        setDomainRule(open.db, { by: ADMIN, domain: 'nine.example', organizationId, role, now }),
      ),
    );
    expect(came.map(({ kind }) => kind).sort()).toEqual(['done', 'exists']);
  });

  it.each([
    ['gmail.com', 'mail-provider'],
    ['co.uk', 'suffix'],
  ])('is not set for %s, where anyone can get an address', async (domain, why) => {
    const { organizationId } = await addAgent(open.db);
    const set = await setDomainRule(open.db, { by: ADMIN, domain, organizationId, role, now });
    expect(set).toEqual({ kind: 'public', why });
    expect(await events(domain)).toEqual([]);
  });
});
