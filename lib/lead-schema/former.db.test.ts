import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatsFor } from '@/lib/core/formats';
import type { Database } from '@/lib/db/handle';
import { schemaVersions } from '@/lib/db/schema/connection';
import { answerText, toFieldText } from '@/lib/forms/answer-text';
import type { Field, FieldOption } from '@/lib/forms/field';
import { freshDatabase } from '@/tests/support/database';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { withFormer } from './former';

const option = (value: string, label: string): FieldOption => ({ value, label, active: true });
const platform = (...options: FieldOption[]): Field => ({
  ...makeField({ id: 'platform', label: 'Platform', kind: 'picklist' }),
  options,
});
const share = makeField({ id: 'share', label: 'Share', kind: 'percent' });

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.db.delete(schemaVersions));
afterAll(() => database.close());

/** The forms that this desk has read, oldest first; the last one is in force. */
async function formsOverTime(...forms: Field[][]) {
  const schemas = forms.map((fields, index) => ({ ...makeSchema(fields), version: `v${index}` }));
  for (const [index, schema] of schemas.entries()) {
    const firstSeenAt = new Date(Date.UTC(2026, index, 1));
    await database.db.insert(schemaVersions).values({ version: schema.version, schema, firstSeenAt });
  }
  const inForce = schemas.at(-1);
  if (!inForce) throw new Error('no form');
  return inForce;
}

/** Each value as a page shows it. */
async function shown(schema: Awaited<ReturnType<typeof formsOverTime>>, values: [string, unknown][]) {
  const labels = { formats: formatsFor('en', 'UTC'), yes: 'Yes', no: 'No' };
  const { fields } = await withFormer(database.db, schema, values);
  return values.map(([id, value]) => {
    const field = fields.find((one) => one.id === id);
    return field && `${field.label}: ${answerText(toFieldText(field, value), labels)}`;
  });
}

describe('an answer that the form in force does not know', () => {
  it('keeps the last label of its choice, and its field the last label and kind', async () => {
    const schema = await formsOverTime(
      [platform(option('web', 'Web'), option('till', 'Till')), share],
      [platform(option('web', 'Web'), option('till', 'Cash desk')), share],
      [platform(option('web', 'Web shop'))],
    );
    expect(
      await shown(schema, [
        ['platform', 'till'],
        ['platform', 'web'],
        ['share', 12.5],
        ['unheard-of', 'x'],
      ]),
    ).toEqual(['Platform: Cash desk', 'Platform: Web shop', 'Share: 12.5%', undefined]);
  });

  it('adds nothing that can be chosen or filled in', async () => {
    const schema = await formsOverTime([platform(option('till', 'Till')), share], [platform()]);
    const { fields } = await withFormer(database.db, schema, [
      ['platform', 'till'],
      ['share', 1],
    ]);
    expect(fields[0]?.options).toEqual([{ value: 'till', label: 'Till', active: false }]);
    expect(fields[1]).toMatchObject({ id: 'share', required: false, creatable: false, updateable: false });
  });
});

it('a form that knows every answer, or only misses empty ones, is left as it is', async () => {
  const schema = await formsOverTime([platform(option('web', 'Web'))]);
  for (const value of ['web', null, '', []]) {
    expect(await withFormer(database.db, schema, [['platform', value]])).toBe(schema);
  }
  expect(await withFormer(database.db, schema, [['gone', null]])).toBe(schema);
});
