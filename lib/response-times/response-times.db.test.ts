import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { dateBySubmission } from '@/lib/leads/submitted-here';
import { tombstoneLead } from '@/lib/leads/tombstone';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, makeLead } from '@/tests/support/rows';

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
  const readStart = await startRead(database.db, at(read));
  await applyLead(database.db, {
    lead: makeLead({ id: 'lead', ...FIRST, createdAt: at(0), updatedAt: at(hour), ...lead }),
    readStart,
    supersedes: isRestored ? { order: readStart.order, editId: 0 } : undefined,
    labelOf: (label) => ({ label }),
  });
}

/** What is known: whose, what, in which status, and for how many hours. */
async function kept() {
  const responses = await database.db.select().from(leads).where(eq(leads.responseKnown, true));
  const left = await database.db.select().from(timeline).where(isNotNull(timeline.tookMs));
  return [
    ...responses.map(({ firstResponseAt, portalCreatedAt, submittedAt, ...owner }) =>
      time(((firstResponseAt?.getTime() ?? 0) - (portalCreatedAt ?? submittedAt).getTime()) / HOUR_MS, {
        owner,
      }),
    ),
    ...left.map(({ organizationId, agentId, detail, tookMs }) =>
      inStatus(detail.from ?? '', (tookMs ?? 0) / HOUR_MS, {
        organizationId: organizationId ?? '',
        agentId: agentId ?? '',
      }),
    ),
  ].sort();
}

/** One measured time as `kept` returns it. */
const time = (hours: number, { kind = 'response', status = '', owner = FIRST } = {}) =>
  [owner.organizationId, owner.agentId, kind, status, hours].join(' ');
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
    expect(await find()).toMatchObject({ firstResponseAt: at(30), statusSince: at(40) });
  });

  it('is none before the lead changes', async () => {
    await show({ hour: 0 });
    await show({ hour: 5, value: 7 });
    expect(await kept()).toEqual([]);
    expect(await find()).toMatchObject({ firstResponseAt: null });
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

  it('belongs to the lead’s owner, as its other figures do; a time in a status to the owner who saw it end', async () => {
    await show({ hour: 0 });
    await show({ hour: 10, ...OTHER });
    await show({ hour: 30, ...OTHER, status: 'qualified' });
    await show({ hour: 70, status: 'qualified' });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30, OTHER)]);
  });

  it('stays if the lead is deleted, and is not repeated if it comes back', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await tombstoneLead(database.db, {
      leadId: 'lead',
      readStart: await startRead(database.db, at(31)),
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
    expect(await find()).toMatchObject({ firstResponseAt: at(210) });
    await show({ hour: 220, status: 'won' });
    expect(await kept(), 'what was seen from then on').toEqual([inStatus('qualified', 10)]);
  });

  it('of leads that had an answer when they were first read', async () => {
    await show({ hour: 1, status: 'qualified' });
    await show({ hour: 9, status: 'pending' });
    expect(await kept()).toEqual([]);
    expect(await find()).toMatchObject({ firstResponseAt: at(1) });
    await show({ hour: 12, status: 'won' });
    expect(await kept()).toEqual([inStatus('pending', 3)]);
  });

  it('of snapshots that are older than what is known', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 20, status: 'lost' });
    expect(await kept()).toEqual([time(30), inStatus('pending', 30)]);
  });

  it('as a first response, of what a portal showed before it was restored to an older state', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 40, status: 'won' });
    await show({ hour: 35, status: 'qualified', isRestored: true });
    expect(await kept()).toContain(time(30));
    await show({ hour: 0, isRestored: true });
    expect(await kept()).not.toContain(time(30));
    expect(await find()).toMatchObject({ firstResponseAt: null });
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
    expect(await kept()).toContain(time(30));
  });

  it('is when the lead came, if the portal tells another time', async () => {
    await show({ hour: 0 });
    await show({ hour: 30, status: 'qualified' });
    await show({ hour: 31, status: 'qualified', createdAt: at(10) });
    expect(await kept()).toEqual([time(20), inStatus('pending', 30)]);
  });

  it('is when it was submitted here, if the portal tells no time', async () => {
    await show({ hour: 5, createdAt: undefined });
    const { personId, membership } = await addViewer(database.db);
    const { organizationId, agentId } = membership;
    const submission = { id: 'sub', personId, organizationId, agentId, leadId: 'lead', createdAt: at(4) };
    await database.db.insert(submissions).values({ ...submission, schemaVersion: '1', answers: {} });
    await database.db.transaction((tx) => dateBySubmission(tx, 'lead'));
    await show({ hour: 30, createdAt: undefined, status: 'qualified' });
    expect(await kept()).toContain(time(26));
  });
});
