import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { getOwn } from '@/lib/core/own';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { agents } from '@/lib/db/schema/people';
import { timeline } from '@/lib/db/schema/timeline';
import type { Field } from '@/lib/forms/field';
import type { LabelOf } from '@/lib/lead-schema/labels';
import type { ServiceLead } from '@/lib/service/lead';
import { freshDatabase } from '@/tests/support/database';
import { makeLead } from '@/tests/support/rows';
import { applyLead } from './apply';
import { tombstoneLead } from './tombstone';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** A new lead; `read` applies a snapshot of it that began at the given minute. */
function newLead() {
  const { db } = database;
  const id = newId('submission');
  const read = (
    minute: number,
    {
      labelOf = (fieldId) => ({ label: `Label of ${fieldId}` }),
      ...lead
    }: Partial<ServiceLead & { labelOf: LabelOf }> = {},
  ) =>
    applyLead(db, {
      lead: makeLead({ id, createdAt: at(0), ...lead }),
      readStart: { at: at(minute), order: minute },
      labelOf,
    });
  const bury = (minute: number) =>
    tombstoneLead(db, { leadId: id, readStart: { at: at(minute), order: minute } });
  const row = async () => (await db.select().from(leads).where(eq(leads.id, id)))[0];
  const entries = () => db.select().from(timeline).where(eq(timeline.leadId, id)).orderBy(timeline.id);
  const kinds = async () => (await entries()).map(({ kind }) => kind);
  return { id, read, bury, row, entries, kinds };
}

/** The form's own fields, by which values are compared. */
const FIELDS = {
  won: { id: 'won', kind: 'boolean' },
  day: { id: 'day', kind: 'date' },
  size: { id: 'size', kind: 'number' },
  stage: { id: 'stage', kind: 'picklist', options: [{ value: 2, label: 'Won', active: true }] },
  notes: { id: 'notes', kind: 'text' },
} as const satisfies Record<string, Pick<Field, 'id' | 'kind' | 'options'>>;

describe('one value in two writings', () => {
  const one = { won: true, day: '2027-01-01', size: 1234.5, stage: 2, notes: 'Call first' };
  const other = {
    won: 'Y',
    day: 1_798_761_600,
    size: '1,234.50',
    stage: { id: 9, name: 'WON' },
    notes: 'CALL  first ',
  };
  const labelOf: LabelOf = (id) => ({ label: id, field: getOwn<Field>(FIELDS as never, id) });

  it('is no change, however often list and read take turns', async () => {
    const { read, kinds, row } = newLead();
    await read(16, { custom: one, status: 'Won', labelOf });
    expect(await read(17, { custom: other, status: 'WON ', labelOf })).toBe('confirmed');
    expect(await read(18, { custom: one, status: 'Won', labelOf })).toBe('confirmed');
    expect(await kinds()).toEqual(['first-seen']);
    expect((await row())?.status).toBe('Won');
  });

  it('is a change once the value is another, and the history has it as it is read', async () => {
    const { read, entries } = newLead();
    await read(16, { custom: one, labelOf });
    await read(17, { custom: { ...other, won: 'N', stage: { id: 9, name: 'Lost' } }, labelOf });
    expect((await entries())[1]?.detail.fields).toEqual([
      { id: 'won', label: 'won', from: 'true', to: 'false' },
      { id: 'stage', label: 'stage', from: '2', to: '9' },
    ]);
  });
});

describe('which snapshot counts', () => {
  const first = { updatedAt: at(10), status: 'held' };
  it.each([
    ['newer', 20, at(11), 'changed'],
    ['newer, though it was read earlier', 15, at(11), 'changed'],
    ['of the same time, read later', 17, at(10), 'changed'],
    ['of the same time, read at the same moment', 16, at(10), 'changed'],
    ['of the same time, read earlier', 15, at(10), 'late'],
    ['older, and read earlier', 15, at(9), 'late'],
    ['older, though it was read later', 20, at(9), 'behind'],
    ['without a time, read later', 20, undefined, 'changed'],
    ['without a time, read earlier', 15, undefined, 'late'],
  ] as const)('a snapshot that is %s', async (_, minute, updatedAt, expected) => {
    const { read, row } = newLead();
    await read(16, first);
    expect(await read(minute, { updatedAt, status: 'read' })).toBe(expected);
    expect((await row())?.status).toBe(expected === 'changed' ? 'read' : 'held');
  });

  it('a snapshot with a time counts after one without, if it was read later', async () => {
    const { read } = newLead();
    await read(16, { updatedAt: undefined, status: 'held' });
    expect(await read(15, { updatedAt: at(99), status: 'read' })).toBe('late');
    expect(await read(17, { updatedAt: at(1), status: 'read' })).toBe('changed');
  });

  it('a snapshot without a time does not yield to one older than what was held before it', async () => {
    const { read, row } = newLead();
    await read(16, first);
    await read(17, { updatedAt: undefined, status: 'timeless' });
    expect(await read(18, { updatedAt: at(9), status: 'older' })).toBe('behind');
    expect((await row())?.status).toBe('timeless');
  });

  it('an identical snapshot only confirms: no timeline entry, but a later confirmation time', async () => {
    const { read, row, kinds } = newLead();
    await read(16, first);
    expect(await read(18, first)).toBe('confirmed');
    expect((await row())?.confirmedAt).toEqual(at(18));
    expect(await kinds()).toEqual(['first-seen']);
  });

  it('three snapshots end in the same state in whatever order they arrive', async () => {
    const snapshots = [
      { minute: 16, lead: { updatedAt: at(10), status: 'first' } },
      { minute: 18, lead: { updatedAt: at(11), status: 'second' } },
      { minute: 19, lead: { updatedAt: at(11), status: 'third' } },
    ];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const { read, row } = newLead();
      for (const index of order) await read(snapshots[index]?.minute ?? 0, snapshots[index]?.lead);
      expect((await row())?.status, order.join()).toBe('third');
    }
  });
});

describe('a deleted lead', () => {
  it('is kept as a tombstone and recorded once', async () => {
    const { read, bury, row, kinds } = newLead();
    await read(16);
    expect(await bury(18)).toBe(true);
    expect(await bury(19)).toBe(false);
    expect((await row())?.deletedAt).toEqual(at(18));
    expect(await kinds()).toEqual(['first-seen', 'deleted']);
  });

  it('is not deleted if a later snapshot found it', async () => {
    const { read, bury, row } = newLead();
    await read(16);
    expect(await bury(15)).toBe(false);
    expect((await row())?.deletedAt).toBeNull();
  });

  it('is restored when a later snapshot finds it again', async () => {
    const { read, bury, row, kinds } = newLead();
    await read(16);
    await bury(18);
    expect(await read(20)).toBe('changed');
    expect((await row())?.deletedAt).toBeNull();
    expect(await kinds()).toEqual(['first-seen', 'deleted', 'restored']);
  });

  it('stays deleted when an earlier snapshot is applied late, however new its updatedAt', async () => {
    const { read, bury, row } = newLead();
    await read(16, { updatedAt: at(10) });
    await bury(18);
    expect(await read(17, { updatedAt: at(17), status: 'late' })).toBe('late');
    expect((await row())?.deletedAt).toEqual(at(18));
  });

  it('stays deleted when a snapshot from between two 404 responses is applied last', async () => {
    const { read, bury, row } = newLead();
    await read(16);
    await bury(18);
    await bury(20);
    expect(await read(19, { status: 'between' })).toBe('late');
    expect((await row())?.deletedAt, 'since the first').toEqual(at(18));
  });

  it('is restored as the service has it, even if that is older than what was held', async () => {
    const { read, bury, row } = newLead();
    await read(16, { updatedAt: at(10) });
    await bury(18);
    expect(await read(20, { updatedAt: at(5), status: 'restored' })).toBe('changed');
    expect(await row()).toMatchObject({ deletedAt: null, status: 'restored' });
  });

  it('that was never read stays invisible, also when an earlier snapshot is applied late', async () => {
    const { read, bury, row, kinds } = newLead();
    expect(await bury(18)).toBe(false);
    expect(await read(17)).toBe('late');
    expect(await row()).toMatchObject({ deletedAt: at(18), organizationId: '' });
    expect(await kinds()).toEqual([]);
  });

  it('that was never read is new when a later snapshot finds it', async () => {
    const { read, bury, row, kinds } = newLead();
    await bury(18);
    expect(await read(20)).toBe('new');
    expect(await row()).toMatchObject({ deletedAt: null, status: 'pending', statusSince: at(0) });
    expect(await kinds()).toEqual(['first-seen']);
  });
});

describe('the timeline', () => {
  it('names each change of status and of fields, by the current label of the field', async () => {
    const { read, entries } = newLead();
    await read(16, { standard: { value: 100, note: null }, custom: { tags: ['a', 'b'], gone: 'x' } });
    const custom = { tags: ['a', 'c'], 'new.field': true };
    await read(18, { updatedAt: at(17), status: 'won', standard: { value: 250 }, custom });
    expect((await entries()).slice(1)).toMatchObject([
      { kind: 'status-changed', at: at(17), personId: null, detail: { from: 'pending', to: 'won' } },
      {
        kind: 'fields-changed',
        detail: {
          fields: [
            { label: 'Label of value', from: '100', to: '250' },
            { label: 'Label of gone', from: 'x', to: '' },
            { label: 'Label of tags', from: 'a, b', to: 'a, c' },
            { label: 'Label of new.field', from: '', to: 'true' },
          ],
        },
      },
    ]);
  });

  it('does not record a different order of keys as a change', async () => {
    const { read, kinds } = newLead();
    const custom = { place: { street: 'Quay 1', zip: '20457', geo: { longitude: 10, lat: 53.5 } } };
    await read(16, { custom });
    expect(await read(18, { custom, updatedAt: at(17) })).toBe('confirmed');
    expect(await kinds()).toEqual(['first-seen']);
  });

  it('records since when the lead has its status', async () => {
    const { read, row } = newLead();
    await read(16);
    expect((await row())?.statusSince, 'pending since creation').toEqual(at(0));
    await read(18, { updatedAt: at(17), status: 'won' });
    await read(20, { updatedAt: at(19), status: 'won', standard: { note: 'x' } });
    expect((await row())?.statusSince).toEqual(at(17));
  });
});

describe('what the mirror can store', () => {
  it('a lead larger than any message, with names longer than any index entry', async () => {
    const { read, row } = newLead();
    const noise = Array.from({ length: 20_000 }, (_, i) => ((i * 7919) % 9973).toString(36)).join('');
    const lead = { firstName: noise, lastName: noise, email: `${noise}@x.example`, custom: { notes: noise } };
    expect(await read(16, lead)).toBe('new');
    expect((await row())?.lastName).toBe(noise);
  });

  it('a lead without an owner, which is then visible to no partner', async () => {
    const { read, row } = newLead();
    await read(16, { organizationId: undefined, agentId: undefined });
    expect(await row()).toMatchObject({ organizationId: '', agentId: '' });
    expect(await database.db.select().from(agents).where(eq(agents.id, ''))).toEqual([]);
  });

  it('keeps the owner when a later response omits it', async () => {
    const { read, row } = newLead();
    await read(16);
    await read(18, { organizationId: undefined, agentId: undefined, updatedAt: at(17) });
    expect(await row()).toMatchObject({ organizationId: 'org-of-nobody', agentId: 'agent-of-nobody' });
  });

  it('two concurrent first snapshots as one lead with one first-seen entry', async () => {
    const { read, kinds, row } = newLead();
    const applied = await Promise.all([read(16), read(17), read(18)]);
    expect(applied.filter((result) => result === 'new')).toHaveLength(1);
    expect(await kinds()).toEqual(['first-seen']);
    expect((await row())?.readStartedAt).toEqual(at(18));
  });
});
