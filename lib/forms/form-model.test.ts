import { describe, expect, it } from 'vitest';
import { buildModel, english } from '@/tests/support/english';
import { makeField, makeSchema, sixtyFields, twelveFields } from '@/tests/support/form-fixtures';
import type { Answers } from './field';
import { buildFormModel } from './form-model';

const options = (count: number) => Array.from({ length: count }, (_, index) => `Choice ${index}`);
const controlOf = (sketch: Parameters<typeof makeField>[0]) =>
  buildModel([makeField(sketch)]).fields[0]?.control;

describe('the form is built from the schema', () => {
  it('has creatable fields on create and updateable ones on edit', () => {
    const fields = [
      makeField({ id: 'a', label: 'A', updateable: false }),
      makeField({ id: 'b', label: 'B', creatable: false, required: true }),
    ];
    expect(buildModel(fields).fields.map(({ id }) => id)).toEqual(['a']);
    expect(buildModel(fields, { purpose: 'edit' }).fields.map(({ id }) => id)).toEqual(['b']);
  });

  it('never includes organization or agent, and includes a repeated field once', () => {
    const fields = ['partnerOrganizationId', 'x', 'agentId', 'x'].map((id) =>
      makeField({ id, label: id, required: true }),
    );
    expect(buildModel(fields).fields.map(({ id }) => id)).toEqual(['x']);
  });

  it('keeps portal order in a form of twelve, and folds optional fields of a longer one', () => {
    expect(buildModel(twelveFields().fields).fields.map(({ id }) => id)).toEqual(
      twelveFields().fields.map(({ id }) => id),
    );
    expect(buildModel(twelveFields().fields).fields.some(({ folded }) => folded)).toBe(false);
    const long = buildModel(sixtyFields().fields).fields;
    const inView = long.filter(({ folded }) => !folded);
    expect(inView.filter(({ required }) => !required).map(({ id }) => id)).toEqual([
      'phone',
      'website',
      'account',
      'value',
    ]);
    expect(long.filter(({ required }) => required).length).toBe(inView.length - 4);
    expect(long.findIndex(({ folded }) => folded)).toBe(inView.length);
  });

  it('gives the same keys every time, for any lead', () => {
    const schema = sixtyFields();
    const again = (current?: Answers) =>
      buildFormModel({ schema, purpose: 'edit', texts: english, locale: 'en', current });
    const keys = (model: ReturnType<typeof again>) =>
      model.fields.map(({ key, id }): [string, string] => [key, id]);
    expect(again()).toEqual(again());
    expect(keys(again({ industry: 'gone', notes: 'x' }))).toEqual(keys(again()));
    // The order in which keys are given never changes: a form may be posted to a newer version of the desk.
    expect(new Map(keys(again())).get('f3')).toBe('platform');
    expect(new Map(keys(again())).get('f16')).toBe('phone');
  });

  it('is plain data that can be sent to the browser', () => {
    const model = buildModel(sixtyFields().fields);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });
});

it('a consent is recognised by the portal’s label, even with an override, and never starts ticked', () => {
  const fields = [
    makeField({ id: 'a', label: 'I agree', kind: 'boolean', required: true, defaultValue: true }),
    makeField({ id: 'b', label: 'Newsletter', kind: 'boolean', required: true, defaultValue: true }),
  ];
  const overrides = new Map([['a', { label: 'Fine by them?', hidden: false }]]);
  const { fields: drawn } = buildFormModel({
    schema: makeSchema(fields),
    overrides,
    purpose: 'create',
    texts: english,
    locale: 'en',
  });
  expect(drawn.map(({ id, consent, defaultAnswer }) => [id, consent, defaultAnswer])).toEqual([
    ['b', undefined, true],
    ['a', true, undefined],
  ]);
});

it('fields, and choices, that the portal calls the same can be told apart', () => {
  const phones = ['a', 'b'].map((id) => makeField({ id, label: 'Phone' }));
  const offices = [1, 2].map((value) => ({ value, label: 'Berlin', active: true }));
  const office = { ...makeField({ id: 'office', label: 'Office', kind: 'picklist' }), options: offices };
  const { fields } = buildModel([...phones, office]);
  expect(fields.map(({ label }) => label)).toEqual(['Phone', 'Phone (2)', 'Office']);
  expect(fields[2]?.options?.map(({ label }) => label)).toEqual(['Berlin', 'Berlin (2)']);
});

describe('the control fits the field', () => {
  it.each([
    [6, 'radios'],
    [7, 'select'],
    [50, 'select'],
    [51, 'combobox'],
    [0, 'input'],
  ])('%d choices: %s', (count, control) => {
    expect(controlOf({ id: 'p', label: 'P', kind: 'picklist', options: options(count) })).toBe(control);
  });

  it.each([
    [12, 'checkboxes'],
    [13, 'multi-combobox'],
    [0, 'input'],
  ])('%d choices, multiple: %s', (count, control) => {
    expect(controlOf({ id: 'p', label: 'P', kind: 'multi-picklist', options: options(count) })).toBe(control);
  });

  it('offers an optional boolean as a checkbox and a required one as yes or no', () => {
    expect(controlOf({ id: 'b', label: 'B', kind: 'boolean' })).toBe('checkbox');
    expect(controlOf({ id: 'b', label: 'B', kind: 'boolean', required: true })).toBe('yes-no');
  });
});

describe('choices', () => {
  const colours = {
    ...makeField({ id: 'c', label: 'Colour', kind: 'picklist' }),
    options: [
      { value: 1, label: 'Red', active: true },
      { value: '1', label: 'Red again', active: true },
      { value: '', label: 'None', active: true },
      { value: 2, label: 'Blue', active: false },
    ],
  };

  it('offers active ones once, and no empty one', () => {
    expect(buildModel([colours]).fields[0]?.options).toEqual([{ value: 1, label: 'Red' }]);
  });

  it('shows the lead’s retired value on edit, marked', () => {
    const model = buildModel([colours], { purpose: 'edit', current: { c: 2 } });
    expect(model.fields[0]?.options).toEqual([
      { value: 1, label: 'Red' },
      { value: 2, label: 'Blue', retired: true },
    ]);
  });
});

describe('defaults', () => {
  it('are explicit ones only, and never a tick', () => {
    const schema = makeSchema([
      makeField({ id: 'a', label: 'A', defaultValue: 'x' }),
      makeField({ id: 'b', label: 'B', kind: 'boolean', defaultValue: true }),
    ]);
    const model = buildFormModel({ schema, purpose: 'create', texts: english, locale: 'en' });
    expect(model.fields.map(({ defaultAnswer }) => defaultAnswer)).toEqual(['x', undefined]);
  });
});
