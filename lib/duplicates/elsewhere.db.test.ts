import { and, eq, or } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database, Db } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { updateCompanyField } from '@/lib/lead-schema/company-field';
import { startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { LIMITS } from '@/lib/limits/limits';
import type { Contact } from '@/lib/match-keys/keys';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { ADMIN } from '@/tests/support/people';
import { measureWork } from '@/tests/support/plans';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { isDuplicateElsewhere, setTellsElsewhere, tellsElsewhere } from './elsewhere';

const NOW = new Date('2026-03-02T09:00:00Z');

let database: Database;
let ada: Viewer;
let eve: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  const company = { id: 'companyName', label: 'Company', kind: 'text', placement: 'custom' } as const;
  await database.db.transaction((tx) => updateCompanyField(tx, { fields: [company], now: NOW }));
  eve = await addViewer(database.db);
  await apply(eve, 'foreign', {
    email: 'fritz@foreign.example',
    custom: { companyName: 'Foreign Holding AG' },
  });
});
afterAll(() => database.close());

/** Someone who was told nothing so far. */
beforeEach(async () => {
  ada = await addViewer(database.db);
});

const apply = (viewer: Viewer, id: string, lead: Partial<ServiceLead>) =>
  applyLeadOf(database.db, viewer, { lead: { id, ...lead }, now: NOW });

const turn = (isOn: boolean) => setTellsElsewhere(database.db, { isOn, by: ADMIN, at: NOW });
const ask = (viewer: Viewer, contact: Contact) =>
  isDuplicateElsewhere(database.db, viewer, { contact, now: NOW });
const countAudited = (viewer: Viewer) =>
  database.db.$count(
    auditLog,
    and(eq(auditLog.event, 'duplicates.hint-shown'), eq(auditLog.personId, viewer.personId)),
  );
const HOLDING = { company: 'FOREIGN Holding' };

it('is off until an admin switches it on, which is in the audit log once', async () => {
  expect(await tellsElsewhere(database.db)).toBe(false);
  expect(await ask(ada, HOLDING)).toBe(false);
  await turn(true);
  await turn(true);
  expect(await ask(ada, HOLDING)).toBe(true);
  await turn(false);
  expect(await ask(ada, HOLDING)).toBe(false);
  const switched = or(
    eq(auditLog.event, 'duplicates.switched-on'),
    eq(auditLog.event, 'duplicates.switched-off'),
  );
  expect(await database.db.$count(auditLog, switched)).toBe(2);
});

describe('while it is on', () => {
  beforeEach(() => turn(true));

  it.each<[string, Contact]>([
    ['name', HOLDING],
    ['website', { website: 'https://www.foreign.example/about' }],
    ['the domain of an email address', { email: 'someone.else@foreign.example' }],
  ])(
    'a company of another organization is known by %s, and who was told is in the audit log',
    async (_, contact) => {
      expect(await ask(ada, contact)).toBe(true);
      expect(await countAudited(ada)).toBe(1);
    },
  );

  it.each<[string, Contact]>([
    ['an own company', { company: 'Own Works' }],
    ['an unknown company', { company: 'Nobody Ever' }],
    ['a similar name', { company: 'Foreign Holdings' }],
    ['a mailbox that anyone can get', { email: 'fritz@gmail.com' }],
    ['the person alone', { phone: '+41 44 668 18 00' }],
    ['nothing', {}],
  ])('nothing is said of %s, and nothing is noted', async (_, contact) => {
    await apply(ada, 'own', { custom: { companyName: 'Own Works' } });
    expect(await ask(ada, contact)).toBe(false);
    expect(await countAudited(ada)).toBe(0);
  });

  it('nothing is said of a deleted lead', async () => {
    await apply(eve, 'gone', { custom: { companyName: 'Gone GmbH' } });
    expect(await ask(ada, { company: 'Gone' })).toBe(true);
    await tombstoneLead(database.db, { leadId: 'gone', readStart: await startRead(database.db, NOW) });
    expect(await ask(ada, { company: 'Gone' })).toBe(false);
  });

  it('nobody is told more often than the rate limit allows', async () => {
    const { burst } = LIMITS.notifiedElsewhere;
    for (let time = 0; time < burst; time += 1) expect(await ask(ada, HOLDING)).toBe(true);
    expect(await ask(ada, HOLDING)).toBe(false);
    // Not even by the time that it takes: nothing of others is read any more.
    const read = (tx: Db) => isDuplicateElsewhere(tx, ada, { contact: HOLDING, now: NOW });
    expect(await measureWork(database, { table: 'leads', read })).toMatchObject({
      wholeReads: 0,
      rowsRead: 0,
    });
    const carl = await addViewer(database.db);
    expect(await ask(carl, HOLDING)).toBe(true);
  });
});
