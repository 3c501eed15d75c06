import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import { answerSpans } from '@/lib/db/schema/answer-clock';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { applyLead } from '@/lib/leads/apply';
import { startReading } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { ServiceLead } from '@/lib/service/lead';
import { listKeptTimes } from '@/tests/support/answer-times';
import { freshDatabase } from '@/tests/support/database';
import { makeLead } from '@/tests/support/rows';
import { bucketOf } from './bucket';
import { fillAnswerTimes } from './fill-answer-times';

const HOUR_MS = 3_600_000;
/** A Monday. */
const at = (hours: number) => new Date(Date.UTC(2026, 2, 2) + hours * HOUR_MS);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(leads);
  await database.db.delete(timeline);
  await database.db.delete(answerSpans);
});

const FIRST = { organizationId: 'org-1', agentId: 'a' };
const OTHER = { organizationId: 'org-2', agentId: 'b' };

type Shown = Partial<ServiceLead> & {
  /** When the portal changed it, in hours; and when it was read, if later. */
  hour: number;
  read?: number;
  isRestored?: boolean;
};

/** The portal shows a lead that it created at the hour 0. */
async function show({ hour, read = hour, isRestored = false, ...lead }: Shown): Promise<void> {
  const readStart = await startReading(database.db, at(read));
  await applyLead(database.db, {
    lead: makeLead({ id: 'lead', ...FIRST, createdAt: at(0), updatedAt: at(hour), ...lead }),
    readStart,
    overrules: isRestored ? { order: readStart.order, editId: 0 } : undefined,
    labelOf: (label) => ({ label }),
  });
}

/** What is kept: whose, what, in which status, and for how many hours. */
async function kept() {
  const rows = await listKeptTimes(database.db);
  return rows
    .map(({ organizationId, agentId, kind, status, bucket, count }) =>
      [organizationId, agentId, kind, status, bucket, count].join(' '),
    )
    .sort();
}

/** One measured time as `kept` returns it. */
const time = (hours: number, { kind = 'answer', status = '', owner = FIRST, count = 1 } = {}) =>
  [owner.organizationId, owner.agentId, kind, status, bucketOf(hours * HOUR_MS), count].join(' ');
const inStatus = (status: string, hours: number, owner = FIRST) =>
  time(hours, { kind: 'status', status, owner });

async function find() {
  const [row] = await database.db.select().from(leads).where(eq(leads.id, 'lead'));
  return row;
}

describe('the first change of a lead’s status', () => {
  it('is its answer, and later ones are not', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30)]);
    await show({ hour: 40, status: 'won' });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30), inStatus('qualified', 10)]);
    expect(await find()).toMatchObject({ answeredAt: at(30), statusSince: at(40) });
  });

  it('is none before the lead changes', async () => {
    await show({ hour: 0 });
    await show({ hour: 5, value: 7 });
    expect(await kept()).toEqual([]);
    expect(await find()).toMatchObject({ answeredAt: null });
  });

  it('is dated by the portal, also if it is read late', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, read: 100, status: 'qualified' });
    expect(await kept()).toContain(time(30));
  });

  it('is measured once if the lead is opened again', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 50, status: 'pending' });
    await show({ hour: 55, status: 'won' });
    expect(await kept()).toEqual(
      [...[time(30), inStatus('pending', 30), inStatus('pending', 5)], inStatus('qualified', 20)].sort(),
    );
  });

  it('belongs to the owner who got it, also if the lead is given away later', async () => {
    await show({ hour: 0 });
    await show({ hour: 10, ...OTHER });
    await show({ hour: 30, ...OTHER, status: 'qualified' });
    await show({ hour: 70, status: 'qualified' });
    expect(await kept()).toEqual([time(30, { owner: OTHER }), inStatus('pending', 30, OTHER)]);
  });

  it('stays if the lead is deleted, and is not repeated if it comes back', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await tombstoneLead(database.db, {
      leadId: 'lead',
      readStart: await startReading(database.db, at(31)),
    });
    expect(await kept()).toContain(time(30));
    await show({ hour: 40, status: 'won' });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30), inStatus('qualified', 10)]);
  });
});

describe('nothing is measured', () => {
  it('of leads that came long before they were first read', async () => {
    await show({ hour: 0, read: 200 });
    await show({ hour: 210, status: 'qualified' });
    expect(await kept()).toEqual([]);
    expect(await find()).toMatchObject({ answeredAt: at(210) });
    await show({ hour: 220, status: 'won' });
    expect(await kept(), 'what was seen from then on').toEqual([inStatus('qualified', 10)]);
  });

  it('of leads that had an answer when they were first read', async () => {
    await show({ hour: 1, status: 'qualified' });
    await show({ hour: 9, status: 'pending' });
    expect(await kept()).toEqual([]);
    expect(await find()).toMatchObject({ answeredAt: at(1) });
    await show({ hour: 12, status: 'won' });
    expect(await kept()).toEqual([inStatus('pending', 3)]);
  });

  it('of readings that are older than what is known', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 20, status: 'lost' });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30)]);
  });

  it('of what a portal showed before it was restored to an older state', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 40, status: 'won' });
    await show({ hour: 35, status: 'qualified', isRestored: true });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30)]);
    await show({ hour: 0, isRestored: true });
    expect(await kept()).toEqual([]);
    expect(await find()).toMatchObject({ answeredAt: null });
  });
});

describe('what is learned later', () => {
  it('is the owner, if the list omits it', async () => {
    const nobody = { organizationId: undefined, agentId: undefined };
    await show({ hour: 0, ...nobody });
    await show({ hour: 30, ...nobody, status: 'qualified' });
    const unknown = { organizationId: '', agentId: '' };
    expect(await kept()).toEqual([time(30, { owner: unknown }), inStatus('pending', 30, unknown)]);
    await show({ hour: 31, status: 'qualified' });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30)]);
  });

  it('is when the lead came, if the portal tells another time', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 31, status: 'qualified', createdAt: at(10) });
    expect(await kept()).toEqual([time(20), inStatus('pending', 30)]);
  });

  it('is when it was submitted here, if the portal tells no time', async () => {
    await show({ hour: 5, createdAt: undefined });
    await database.db.update(leads).set({ submittedHereAt: at(4), submittedAt: at(4) });
    await show({ hour: 30, createdAt: undefined, status: 'qualified' });
    expect(await kept()).toContain(time(26));
  });
});

describe('the history from before it was measured', () => {
  const fill = () => fillAnswerTimes(database.db, { clock: () => at(1_000) });
  /** As the migration leaves it. */
  async function forget() {
    await database.db.delete(answerSpans);
    await database.db.delete(deskSettings);
    await database.db.update(leads).set({ answeredAt: null, sinceKnown: false });
  }

  beforeEach(async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 45, ...OTHER, status: 'qualified' });
    await show({ hour: 50, ...OTHER, status: 'pending' });
    await show({ hour: 60, ...OTHER, status: 'won' });
    const more = [
      ...['new', 'early'].map((id) => ({ id, hour: 0 })),
      { id: 'old', hour: 0, read: 200 },
      { id: 'old', hour: 210, status: 'lost' },
      { id: 'won', hour: 7, status: 'won' },
    ];
    for (const one of more) await show(one);
    for (let index = 0; index < 3; index += 1) await show({ id: `other-${index}`, hour: 0 });
  });

  const state = async () => ({
    times: await kept(),
    leads: await database.db
      .select({ id: leads.id, answeredAt: leads.answeredAt, sinceKnown: leads.sinceKnown })
      .from(leads)
      .orderBy(leads.id),
  });

  it('is measured as if it had been from the start, once', async () => {
    const before = await state();
    await forget();
    expect(await fill()).toEqual({ kind: 'done' });
    expect(await state()).toEqual(before);
    await database.db.delete(deskSettings);
    await fill();
    expect(await state(), 'a second time').toEqual(before);
  });

  it('is continued by what happens before the job comes to it', async () => {
    await show({ id: 'early', hour: 20, status: 'qualified' });
    await show({ id: 'early', hour: 25, status: 'won' });
    const whole = await state();
    await database.db.delete(leads).where(eq(leads.id, 'early'));
    await database.db.delete(timeline).where(eq(timeline.leadId, 'early'));
    await show({ id: 'early', hour: 0 });
    await show({ id: 'early', hour: 20, status: 'qualified' });
    await forget();
    await show({ id: 'early', hour: 25, status: 'won' });
    await fill();
    expect(await state()).toEqual(whole);
  });

  it('has no time of a change where the portal tells none', async () => {
    await forget();
    await database.db.delete(leads);
    await database.db.delete(timeline);
    await show({ id: 'untimed', hour: 0 });
    await database.db.insert(timeline).values({
      ...{ leadId: 'untimed', ...FIRST, at: at(0), kind: 'status-changed' },
      detail: { from: 'pending', to: 'won' },
    });
    await fill();
    expect(await kept()).toEqual([]);
  });
});
