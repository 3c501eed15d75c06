import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeField, makeSchema, twelveFields } from '@/tests/support/form-fixtures';
import type { Field, FieldOption, LeadSchema } from './field';
import { compareSchemas, keyOf, type SchemaChange } from './schema-changes';

const option = fc.record({
  value: fc.oneof(fc.constantFrom('a', 'b', '__proto__', '1'), fc.constantFrom(1, 2), fc.boolean()),
  label: fc.constantFrom('Red', 'Blue', ''),
  active: fc.boolean(),
});

const anyField = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor', 'x.y[0]'),
    label: fc.constantFrom('One', 'Two', ''),
    kind: fc.constantFrom('text' as const, 'picklist' as const, 'number' as const),
    sentType: fc.constantFrom('text', 'string', ''),
    placement: fc.constantFrom('standard' as const, 'custom' as const),
    required: fc.boolean(),
    creatable: fc.boolean(),
    updateable: fc.boolean(),
    options: fc.uniqueArray(option, { selector: keyOf, maxLength: 4 }),
    help: fc.constantFrom('Help', 'More help'),
    maxLength: fc.constantFrom(10, 20),
    defaultValue: fc.oneof(fc.constant('a'), fc.constant(['a', 'b'])),
  },
  { requiredKeys: ['id', 'label', 'kind', 'sentType', 'placement', 'required', 'creatable', 'updateable'] },
);

/** Absent values have no key, as in the reader's output. */
const field = anyField.map((sketch): Field => JSON.parse(JSON.stringify(sketch)));

const schema = fc
  .uniqueArray(field, { selector: ({ id }) => id, maxLength: 6 })
  .map((fields): LeadSchema => makeSchema(fields));

/** Applies the differences to a form: the model that they are checked against. */
function apply(from: LeadSchema, changes: SchemaChange[]): LeadSchema {
  const fields = new Map(from.fields.map((each) => [each.id, structuredClone(each)]));
  let order: string[] | undefined;
  for (const change of changes) {
    if (change.change === 'reordered') order = change.order;
    else if (change.change === 'added') fields.set(change.fieldId, structuredClone(change.field));
    else if (change.change === 'removed') fields.delete(change.fieldId);
    else {
      const changed = fields.get(change.fieldId);
      if (changed) fields.set(change.fieldId, applyToField(changed, change));
    }
  }
  const kept = [...fields.values()];
  return makeSchema(order ? order.flatMap((id) => kept.filter((each) => each.id === id)) : kept);
}

function applyToField(from: Field, change: SchemaChange): Field {
  const options = from.options ?? [];
  const withOptions = (changed: FieldOption[]) => ({ ...from, options: changed });
  switch (change.change) {
    case 'renamed':
      return { ...from, label: change.is };
    case 'type':
      return { ...from, ...change.is };
    case 'required':
    case 'creatable':
    case 'updateable':
      return { ...from, [change.change]: change.is };
    case 'details':
      return { ...from, ...change.is };
    case 'option-added':
      return withOptions([...options, { value: change.value, label: change.option, active: change.active }]);
    case 'option-removed':
      return withOptions(options.filter((each) => keyOf(each) !== keyOf(change)));
    case 'option-renamed':
      return withOptions(
        options.map((each) => (keyOf(each) === keyOf(change) ? { ...each, label: change.is } : each)),
      );
    case 'option-retired':
    case 'option-offered':
      return withOptions(
        options.map((each) =>
          keyOf(each) === keyOf(change) ? { ...each, active: change.change === 'option-offered' } : each,
        ),
      );
    case 'options-reordered':
      return withOptions(change.order.flatMap((key) => options.filter((each) => keyOf(each) === key)));
    default:
      return from;
  }
}

const kinds = (changes: SchemaChange[]) => changes.map(({ change }) => change);

describe('the differences between two versions of the portal’s form', () => {
  it('are empty between a form and itself', () => {
    fc.assert(
      fc.property(schema, (one) => {
        expect(compareSchemas(one, structuredClone(one))).toEqual([]);
      }),
    );
  });

  it('contain everything needed to get from one to the other', () => {
    fc.assert(
      fc.property(schema, schema, (one, other) => {
        const applied = apply(one, compareSchemas(one, other));
        expect(compareSchemas(applied, other)).toEqual([]);
        expect(applied.fields.map(({ id }) => id)).toEqual(other.fields.map(({ id }) => id));
      }),
    );
  });

  it('include an added, a removed, and a renamed field', () => {
    const before = makeSchema([makeField({ id: 'a', label: 'A' }), makeField({ id: 'b', label: 'B' })]);
    const after = makeSchema([makeField({ id: 'b', label: 'Bee' }), makeField({ id: 'c', label: 'C' })]);
    expect(compareSchemas(before, after)).toMatchObject([
      { change: 'renamed', fieldId: 'b', label: 'Bee', was: 'B', is: 'Bee' },
      { change: 'added', fieldId: 'c', label: 'C' },
      { change: 'removed', fieldId: 'a', label: 'A' },
    ]);
  });

  it('include another type, a new requirement and new permissions', () => {
    const before = makeSchema([makeField({ id: 'a', label: 'A' })]);
    const after = makeSchema([
      makeField({ id: 'a', label: 'A', kind: 'number', required: true, updateable: false }),
    ]);
    expect(kinds(compareSchemas(before, after))).toEqual(['type', 'required', 'updateable']);
  });

  it('include added, renamed, retired and removed values', () => {
    const colours = (options: FieldOption[]) =>
      makeSchema([{ ...makeField({ id: 'c', label: 'Colour', kind: 'picklist' }), options }]);
    const before = colours([
      { value: 'r', label: 'Red', active: true },
      { value: 'g', label: 'Green', active: true },
      { value: 'b', label: 'Blue', active: true },
    ]);
    const after = colours([
      { value: 'r', label: 'Crimson', active: true },
      { value: 'g', label: 'Green', active: false },
      { value: 'y', label: 'Yellow', active: true },
    ]);
    expect(kinds(compareSchemas(before, after))).toEqual([
      'option-renamed',
      'option-retired',
      'option-added',
      'option-removed',
    ]);
  });

  it('name the field, not the choice, for any change of its choices', () => {
    const kiosk = (options: FieldOption[]) =>
      makeSchema([{ ...makeField({ id: 'p', label: 'Product', kind: 'picklist' }), options }]);
    const before = kiosk([
      { value: 'a', label: 'Terminal', active: true },
      { value: 'b', label: 'Card reader', active: true },
      { value: 'd', label: 'Scale', active: false },
    ]);
    const after = kiosk([
      { value: 'b', label: 'Card reader', active: false },
      { value: 'd', label: 'Scale', active: true },
      { value: 'c', label: 'Kiosk', active: true },
    ]);
    expect(compareSchemas(before, after)).toMatchObject([
      { change: 'option-retired', label: 'Product', option: 'Card reader' },
      { change: 'option-offered', label: 'Product', option: 'Scale' },
      { change: 'option-added', label: 'Product', option: 'Kiosk' },
      { change: 'option-removed', label: 'Product', option: 'Terminal' },
    ]);
  });

  it('include a changed order once, and treat a field inserted in between as reordering', () => {
    const { fields } = twelveFields();
    const [first, ...rest] = fields;
    const turned = makeSchema([...rest, ...(first ? [first] : [])]);
    expect(kinds(compareSchemas(makeSchema(fields), turned))).toEqual(['reordered']);
  });
});
