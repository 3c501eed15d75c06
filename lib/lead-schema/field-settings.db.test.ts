import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog, fieldSettings, statusSettings } from '@/lib/db/schema/admin';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';
import type { Field } from '@/lib/forms/field';
import { orderFields } from '@/lib/forms/field-overrides';
import type { FieldRole } from '@/lib/forms/field-roles';
import { freshDatabase } from '@/tests/support/database';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { getFieldOverrides, moveField, resetField, setFieldDisplay } from './field-settings';
import { getLabels } from './labels';
import { getSchemaHistory } from './schema-history';
import { listStatuses, saveStatuses } from './status-settings';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const by = { personId: 'person-robin', email: 'robin@vendor.example' };
const at = new Date('2026-05-04T10:00:00Z');
const FIELDS = ['a', 'b', 'c', 'd'].map((id) => makeField({ id, label: id.toUpperCase() }));

async function see(fields: Field[], firstSeenAt: Date): Promise<void> {
  const schema = makeSchema(fields);
  const { version } = schema;
  await open.db.insert(schemaVersions).values({ version, schema, firstSeenAt }).onConflictDoNothing();
  const state = { version, checkedAt: firstSeenAt };
  await open.db
    .insert(schemaState)
    .values({ id: 'current', ...state })
    .onConflictDoUpdate({ target: schemaState.id, set: state });
}

const lastEntry = async () => {
  const [entry] = await open.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry;
};
const entries = () => open.db.$count(auditLog);
const order = async () =>
  orderFields(FIELDS, await getFieldOverrides(open.db, 'en'))
    .map(({ id }) => id)
    .join('');

beforeEach(async () => {
  await open.db.delete(fieldSettings);
  await open.db.delete(statusSettings);
  await open.db.delete(schemaState);
  await open.db.delete(schemaVersions);
  await see(FIELDS, at);
});

describe('an admin’s settings of a field', () => {
  it('are saved and recorded, with the values before and after', async () => {
    const display = { label: 'Alpha', help: 'First', group: 'Start', hidden: true };
    await setFieldDisplay(open.db, { fieldId: 'a', display, by, at });
    expect((await getFieldOverrides(open.db, 'en')).get('a')).toEqual(display);
    expect(await lastEntry()).toMatchObject({
      event: 'field.changed',
      subject: 'a',
      email: by.email,
      detail: { labelWas: null, label: 'Alpha', hiddenWas: false, hidden: true },
    });
  });

  it('show the second of two admins what the first one has written', async () => {
    await setFieldDisplay(open.db, { fieldId: 'a', display: { label: 'One', hidden: false }, by, at });
    const { before } = await setFieldDisplay(open.db, {
      fieldId: 'a',
      display: { label: 'Two', hidden: false },
      by,
      at,
    });
    expect(before.label).toBe('One');
    expect((await getFieldOverrides(open.db, 'en')).get('a')?.label).toBe('Two');
  });

  it('take a role from the field that had it, and record both', async () => {
    const use = (fieldId: string, role?: FieldRole) =>
      setFieldDisplay(open.db, { fieldId, display: { role, hidden: false }, by, at });
    const roles = async () =>
      [...(await getFieldOverrides(open.db, 'en'))].map(([id, { role }]) => [id, role]).toSorted();
    await setFieldDisplay(open.db, {
      fieldId: 'a',
      by,
      at,
      display: { label: 'Alpha', role: 'company', hidden: false },
    });
    expect((await use('b', 'company')).takenFrom).toEqual(['a']);
    expect(await roles()).toEqual([
      ['a', undefined],
      ['b', 'company'],
    ]);
    expect((await getFieldOverrides(open.db, 'en')).get('a')?.label).toBe('Alpha');
    const written = await open.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2);
    expect(written.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['b', { usedAsWas: null, usedAs: 'company' }],
      ['a', { usedAsWas: 'company', usedAs: null }],
    ]);
    expect((await use('b', 'company')).takenFrom, 'again').toEqual([]);
    await use('c', 'company');
    expect(await roles()).toEqual([
      ['a', undefined],
      ['c', 'company'],
    ]);
  });

  it('of several fields may have a role that is not for one only', async () => {
    for (const fieldId of ['a', 'b']) {
      for (const role of ['consent', 'none'] as const) {
        const saved = await setFieldDisplay(open.db, { fieldId, display: { role, hidden: false }, by, at });
        expect(saved.takenFrom).toEqual([]);
      }
    }
  });

  it('leave no trace once they match the portal again, and no audit entry if nothing changed', async () => {
    await setFieldDisplay(open.db, { fieldId: 'a', display: { label: 'One', hidden: false }, by, at });
    await setFieldDisplay(open.db, { fieldId: 'a', display: { hidden: false }, by, at });
    expect(await open.db.$count(fieldSettings)).toBe(0);
    const written = await entries();
    await setFieldDisplay(open.db, { fieldId: 'a', display: { hidden: false }, by, at });
    expect(await entries()).toBe(written);
  });

  it('are reset together, also for a removed field', async () => {
    await setFieldDisplay(open.db, { fieldId: 'gone', display: { label: 'Old', hidden: false }, by, at });
    expect(await resetField(open.db, { fieldId: 'gone', by, at })).toBe(true);
    expect(await resetField(open.db, { fieldId: 'gone', by, at })).toBe(false);
    expect(await open.db.$count(fieldSettings)).toBe(0);
  });

  it('name the field in later timeline entries', async () => {
    await setFieldDisplay(open.db, { fieldId: 'b', display: { label: 'Bravo', hidden: false }, by, at });
    const labelOf = await getLabels(open.db);
    expect(['a', 'b', 'unknown'].map((id) => labelOf(id).label)).toEqual(['A', 'Bravo', 'unknown']);
  });

  it('work for a field with any id', async () => {
    for (const fieldId of ['__proto__', 'constructor', 'a.b[0]', 'f/ü?&=']) {
      await setFieldDisplay(open.db, { fieldId, display: { label: `of ${fieldId}`, hidden: false }, by, at });
      expect((await getFieldOverrides(open.db, 'en')).get(fieldId)?.label).toBe(`of ${fieldId}`);
    }
  });
});

describe('the place of a field', () => {
  it('changes by a step and by a number, and can be reset to the portal’s', async () => {
    const task = { fieldId: 'c', by, at };
    expect(await moveField(open.db, { ...task, place: 'up' })).toBe(2);
    expect(await order()).toBe('acbd');
    expect(await moveField(open.db, { ...task, place: 99 })).toBe(4);
    expect(await order()).toBe('abdc');
    expect(await moveField(open.db, { ...task, place: 'portal' })).toBe(3);
    expect(await order()).toBe('abcd');
    expect(await open.db.$count(fieldSettings)).toBe(0);
    expect(await lastEntry()).toMatchObject({ event: 'field.changed', detail: { placeWas: 4, place: 3 } });
  });

  it('stays when the words of the field change, and cannot be given to an unknown field', async () => {
    await moveField(open.db, { fieldId: 'd', place: 1, by, at });
    await setFieldDisplay(open.db, { fieldId: 'd', display: { label: 'Delta', hidden: false }, by, at });
    expect(await order()).toBe('dabc');
    expect(await moveField(open.db, { fieldId: 'gone', place: 1, by, at })).toBeUndefined();
  });

  it('is unique to one field, however many admins move fields concurrently', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((fieldId) => moveField(open.db, { fieldId, place: 1, by, at })),
    );
    const overrides = await getFieldOverrides(open.db, 'en');
    expect([...overrides.values()].map(({ position }) => position).toSorted()).toEqual([1, 2, 3, 4]);
  });
});

describe('the statuses an admin may name', () => {
  it('are those that leads have and those named before, in the order of a pipeline', async () => {
    const viewer = await addViewer(open.db);
    for (const [index, status] of ['pending', 'pending', 'won', 'nobody'].entries()) {
      await applyLeadOf(open.db, viewer, { lead: { id: `lead-${index}`, status }, now: at });
    }
    await open.db.update(leads).set({ deletedAt: at }).where(eq(leads.status, 'nobody'));
    const texts = [{ language: 'en', part: 'label', text: 'Once' }] as const;
    await saveStatuses(open.db, { changes: [{ status: 'gone', texts, tone: 'warn' }], by, at });
    const { rows } = await listStatuses(open.db);
    expect(rows).toEqual([
      { status: 'pending', leads: 2, overrides: undefined },
      { status: 'gone', leads: 0, overrides: { label: 'Once', tone: 'warn' } },
      { status: 'won', leads: 1, overrides: undefined },
    ]);
  });
});

describe('the history of the form', () => {
  it('lists newest first what each version changed, ten per page and fifty in all', async () => {
    for (let index = 1; index <= 55; index += 1) {
      const extra = Array.from({ length: index }, (_, n) => makeField({ id: `x${n}`, label: `X${n}` }));
      await see([...FIELDS, ...extra], new Date(at.getTime() + index * 1_000));
    }
    const first = await getSchemaHistory(open.db, { page: 1 });
    expect(first).toMatchObject({ page: 1, pages: 5, total: 56, isCapped: true });
    expect(first.entries.map(({ isInForce }) => isInForce)).toEqual([true, ...Array(9).fill(false)]);
    expect(first.entries[0]?.changes).toMatchObject([{ change: 'added', fieldId: 'x54' }]);
    const last = await getSchemaHistory(open.db, { page: 99 });
    expect(last.page).toBe(5);
    expect(last.entries.at(-1)?.changes).toMatchObject([{ change: 'added', fieldId: 'x5' }]);
  });

  it('has nothing to compare the first version with', async () => {
    const { entries: versions } = await getSchemaHistory(open.db, { page: 1 });
    expect(versions).toMatchObject([{ fields: 4, isInForce: true, changes: undefined }]);
  });
});
