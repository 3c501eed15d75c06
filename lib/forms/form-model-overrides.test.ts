import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '@/tests/support/english';
import { makeField, makeSchema, sixtyFields, twelveFields } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import { compareFormModels } from './compare';
import {
  type FieldOverride,
  type FieldOverrides,
  overridesFor,
  type StoredFieldOverrides,
} from './field-overrides';
import { buildFormModel } from './form-model';
import { blankValues } from './input-values';
import { migrateValues } from './migrate-values';

const overrides = (wishes: Record<string, Partial<FieldOverride>>): FieldOverrides =>
  new Map(
    Object.entries(wishes).map(([id, wish]): [string, FieldOverride] => [id, { hidden: false, ...wish }]),
  );

const draw = (
  wishes: FieldOverrides,
  schema = twelveFields(),
  isOnScreen?: Parameters<typeof buildFormModel>[0]['isOnScreen'],
) =>
  buildFormModel({ schema, purpose: 'create', texts: english, locale: 'en', overrides: wishes, isOnScreen });

const ids = (model: ReturnType<typeof draw>) => model.fields.map(({ id }) => id);

it('a consent that only an admin knows to be one never starts ticked, and is answered again once it is reworded', () => {
  const wishes = overrides({ news: { role: 'consent' } });
  const news = (label: string) =>
    draw(
      wishes,
      makeSchema([
        makeField({ id: 'news', label, kind: 'boolean', required: true, defaultValue: true }),
        makeField({ id: 'name', label: 'Name' }),
      ]),
    );
  const [before, after] = [news('Newsletter'), news('Lets us sell their data')];
  const keyOf = (model: typeof before) => model.fields.find(({ id }) => id === 'news')?.key ?? '';
  expect(before.fields.find(({ id }) => id === 'news')).toMatchObject({ consent: true });
  expect(before.fields.find(({ id }) => id === 'news')).not.toHaveProperty('defaultAnswer');
  const values = { ...blankValues(before), [keyOf(before)]: 'true' };
  const { input } = migrateValues(before, values, after, { timeZone: 'UTC', texts: english });
  expect(input[keyOf(after)]).toBe('');
  expect(compareFormModels(before, after).map(({ change }) => change)).toContain('consent-reworded');
});

describe('a form with overrides', () => {
  it('uses the same name next to the field and in every message about it', () => {
    const [first] = draw(
      overrides({ firstName: { label: 'Given name', help: 'As in the passport' } }),
    ).fields;
    expect(first).toMatchObject({ label: 'Given name', help: 'As in the passport' });
    expect(first?.messages.required).toBe('Enter an answer');
  });

  it('hides an optional field, and shows it again as soon as the portal requires it', () => {
    const wishes = overrides({ phone: { hidden: true }, firstName: { hidden: true } });
    expect(ids(draw(wishes))).not.toContain('phone');
    expect(ids(draw(wishes))).toContain('firstName');
  });

  it('keeps a hidden field that a person has on screen', () => {
    const phone = draw(overrides({})).fields.find(({ id }) => id === 'phone');
    const model = draw(overrides({ phone: { hidden: true } }), undefined, ({ key }) => key === phone?.key);
    expect(model.fields.find(({ id }) => id === 'phone')?.key).toBe(phone?.key);
  });

  it('groups fields by the admin’s heading, required ones first, after the two default groups', () => {
    const wishes = overrides({
      notes: { group: 'Deal', position: 1 },
      value: { group: 'Deal' },
      budgetApproved: { group: 'Deal' },
      website: { position: 1 },
    });
    const model = draw(wishes);
    expect(ids(model).slice(-3)).toEqual(['budgetApproved', 'notes', 'value']);
    expect(model.fields.slice(-3).map(({ group }) => group)).toEqual(['Deal', 'Deal', 'Deal']);
    expect([...new Set(model.fields.slice(0, -3).map(({ group }) => group))]).toEqual([
      undefined,
      'The opportunity',
    ]);
    expect(model.fields[0]?.id).toBe('website');
  });

  it('has one group for two headings that read the same in the reader’s language', () => {
    const stored: StoredFieldOverrides = new Map([
      ['notes', { hidden: false, group: 'Deal', translations: { de: { group: 'Geschäft' } } }],
      ['value', { hidden: false, group: 'Money' }],
      ['website', { hidden: false, group: 'Business', translations: { de: { group: 'Geschäft' } } }],
    ]);
    const groupsFor = (locale: string) =>
      draw(overridesFor(stored, locale)).fields.flatMap(({ id, group }) => (stored.has(id) ? [group] : []));
    expect(groupsFor('de-AT')).toEqual(['Geschäft', 'Geschäft', 'Money']);
    expect(new Set(groupsFor('ja'))).toEqual(new Set(['Deal', 'Money', 'Business']));
  });

  it('treats as a consent what one of its labels calls so, whoever reads it', () => {
    const stored: StoredFieldOverrides = new Map([
      ['budgetApproved', { hidden: false, translations: { de: { label: 'Einwilligung erteilt' } } }],
    ]);
    for (const locale of ['en', 'de', 'ja']) {
      const model = draw(overridesFor(stored, locale));
      expect(model.fields.find(({ id }) => id === 'budgetApproved')?.consent).toBe(true);
    }
  });

  it('still folds the optional fields of a long form, last and under their headings', () => {
    const wishes = overrides({ notes: { group: 'Deal' }, country: { group: 'Deal' } });
    const model = draw(wishes, sixtyFields());
    const firstFolded = model.fields.findIndex(({ folded }) => folded);
    expect(model.fields.slice(firstFolded).every(({ folded }) => folded)).toBe(true);
    expect(model.fields.find(({ id }) => id === 'country')).toMatchObject({ folded: false, group: 'Deal' });
    expect(model.fields.at(-1)).toMatchObject({ id: 'notes', folded: true, group: 'Deal' });
  });

  it('does not fold a form that is short without its hidden fields', () => {
    const schema = makeSchema([...twelveFields().fields, makeField({ id: 'x', label: 'X' })]);
    expect(draw(overrides({}), schema).fields.some(({ folded }) => folded)).toBe(true);
    expect(draw(overrides({ x: { hidden: true } }), schema).fields.some(({ folded }) => folded)).toBe(false);
  });

  it('never moves an answer of an open form to another field, whatever an admin changes', () => {
    const wish = fc.record(
      {
        position: fc.integer({ min: 1, max: 70 }),
        group: fc.constantFrom('One', 'Two'),
        label: fc.constant('Other'),
        hidden: fc.boolean(),
      },
      { requiredKeys: ['hidden'] },
    );
    for (const schema of [twelveFields(), sixtyFields()]) {
      const keys = new Map(draw(overrides({}), schema).fields.map(({ id, key }) => [id, key]));
      const anyId = fc.constantFrom(...keys.keys());
      fc.assert(
        fc.property(fc.dictionary(anyId, wish), (wishes) => {
          for (const { id, key } of draw(overrides(wishes), schema).fields) expect(key).toBe(keys.get(id));
        }),
        { numRuns: runs(30) },
      );
    }
  });
});
