import { describe, expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import type { Answer, Field } from './field';
import { answersOfLead } from './from-lead';
import { compareEdit, resolveEdit } from './merge';
import { toChanges, toLeadPayload } from './payload';
import { toInputValues } from './prefill';

const colours: Field = {
  ...makeField({ id: 'c', label: 'Colour', kind: 'multi-picklist' }),
  options: [
    { value: 1, label: 'Red', active: true },
    { value: 2, label: 'Blue', active: false },
  ],
};
const schema = makeSchema([
  makeField({ id: 'email', label: 'Email', kind: 'email', placement: 'standard' }),
  makeField({ id: 'value', label: 'Value', kind: 'currency', placement: 'standard' }),
  makeField({ id: '__proto__', label: 'Odd' }),
  makeField({ id: 'a.b', label: 'Dotted', updateable: false }),
  makeField({ id: 'agentId', label: 'Agent', placement: 'standard' }),
  colours,
]);

describe('the body of a create', () => {
  it('has standard fields at the top level and custom ones under customFields, for any ids', () => {
    const answers = Object.assign(Object.create(null), { email: 'a@b.co', 'a.b': 'x', c: [1] });
    const odd = '__proto__';
    answers[odd] = 'odd';
    expect(JSON.stringify(toLeadPayload(schema, answers))).toBe(
      '{"email":"a@b.co","customFields":{"__proto__":"odd","a.b":"x","c":[1]}}',
    );
  });

  it('never contains organization or agent, or an answer without a creatable field', () => {
    expect(
      toLeadPayload(schema, { agentId: 'someone else', partnerOrganizationId: 'x', status: 'won' }),
    ).toEqual({});
  });
});

describe('the body of an update', () => {
  it('contains only changes; a cleared answer is null', () => {
    const before = { email: 'a@b.co', value: 1, c: [1, 2], 'a.b': 'x' };
    const after = { email: 'a@b.co', c: [2, 1], 'a.b': 'not updateable' };
    expect(toChanges(schema, before, after)).toEqual({ value: null });
    expect(toChanges(schema, before, before)).toEqual({});
  });
});

describe('a lead read from the service', () => {
  const one = (kind: Field['kind'], value: unknown): Answer | undefined =>
    answersOfLead(makeSchema([makeField({ id: 'x', label: 'X', kind })]), {
      standard: {},
      custom: { x: value },
    }).x;

  it.each([
    ['number', '12.5', 12.5],
    ['number', 'about 12', 'about 12'],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['number', '0.12345678901234567', '0.12345678901234567'],
    ['integer', '9007199254740991', 9007199254740991],
    ['number', '1.5e3', 1500],
    ['currency', 0, 0],
    ['integer', null, undefined],
    ['boolean', 'TRUE', true],
    ['boolean', 0, false],
    ['boolean', 'maybe', 'maybe'],
    ['boolean', 'Y', true],
    ['boolean', 'off', false],
    ['currency', '1,234.50', 1234.5],
    ['currency', '1.234,50 €', 1234.5],
    ['number', '1,234', 1234],
    ['number', '1234,567', '1234,567'],
    ['date', 1_798_761_600, '2027-01-01'],
    ['date', '1798761600000', '2027-01-01'],
    ['date', 20_270_101, '20270101'],
    ['date-time', '1782898200', '2026-07-01T09:30:00.000Z'],
    ['date', '2026-03-31T22:00:00Z', '2026-03-31'],
    ['date', 'soon', 'soon'],
    ['date-time', 1_782_898_200_000, '2026-07-01T09:30:00.000Z'],
    ['text', '', undefined],
    ['text', 5, '5'],
    ['text', { a: 1 }, '{"a":1}'],
    ['multi-picklist', [], undefined],
    ['multi-picklist', 'one', ['one']],
    ['picklist', { id: 7, label: 'Seven' }, 7],
    ['picklist', { name: 'Seven', code: 's' }, 's'],
    ['picklist', { anything: 'seven' }, 'seven'],
    ['text', { id: 7, label: 'Seven' }, 'Seven'],
  ] as const)('%s %j is understood as %j', (kind, value, answer) => {
    expect(one(kind, value)).toEqual(answer);
  });

  it('finds choices by their text, several in one text, and keeps unknown ones', () => {
    const of = (value: unknown) =>
      answersOfLead(makeSchema([colours]), { standard: {}, custom: { c: value } }).c;
    expect(of(['1', 2, 'x'])).toEqual([1, 2, 'x']);
    expect(of('1; 2')).toEqual([1, 2]);
    expect(of('1; x')).toEqual(['1; x']);
  });

  it.each([
    ['the value or the label in another case', ' BLUE ', 2],
    ['an object, whatever its keys', { ordinal: 5, colour: 'Blue' }, 2],
    ['an object around it', [{ option: { code: '2', caption: 'blue' } }], 2],
    ['an object whose position is another choice’s value', { sort: 1, id: 2, name: 'Blue' }, 2],
  ])('takes %s for the form’s own choice', (_, value, choice) => {
    const field = { ...colours, kind: 'picklist' } as const;
    expect(answersOfLead(makeSchema([field]), { standard: {}, custom: { c: value } }).c).toBe(choice);
  });

  it('ignores values in the wrong place', () => {
    expect(answersOfLead(schema, { standard: { c: [1] }, custom: { email: 'x' } })).toEqual({});
    expect(Object.keys(answersOfLead(schema, { standard: {}, custom: {} }))).toEqual([]);
  });
});

it('a form starts with the lead’s values, in the person’s number and date format', () => {
  const fields = [
    makeField({ id: 'n', label: 'N', kind: 'number' }),
    makeField({ id: 'w', label: 'W', kind: 'date-time' }),
    makeField({ id: 'b', label: 'B', kind: 'boolean', required: true }),
    colours,
    makeField({ id: 'e', label: 'E' }),
  ];
  const current = { n: 1234.5, w: '2026-07-01T07:30:00Z', b: false, c: [2] };
  const model = buildModel(fields, { purpose: 'edit', locale: 'de', current });
  expect(toInputValues(model, current, { timeZone: 'Europe/Berlin' })).toEqual({
    f0: '1234,5',
    f1: '2026-07-01T09:30',
    f2: 'false',
    f3: ['2'],
    f4: '',
  });
});

describe('an edit with a concurrent change', () => {
  const fields = ['mine', 'theirs', 'both', 'same', 'untouched', 'cleared'].map((id) => ({ id }));
  const basis = { mine: 1, theirs: 1, both: 1, same: 1, untouched: 1, cleared: 1 };
  const mine = { mine: 2, theirs: 1, both: 2, same: 2, untouched: 1 };
  const portal = { mine: 1, theirs: 2, both: 3, same: 2, untouched: 1, cleared: 1 };
  const sides = { fields, basis, mine, portal };

  it('is a conflict only where both sides set different values', () => {
    expect(compareEdit(sides)).toEqual({
      mine: ['mine', 'cleared'],
      portal: ['theirs'],
      conflicts: [{ fieldId: 'both', basis: 1, mine: 2, portal: 3 }],
    });
  });

  it('is resolved by the person’s decisions only', () => {
    expect(resolveEdit(sides, new Map()).undecided).toHaveLength(1);
    expect(resolveEdit(sides, new Map([['both', 'mine']]))).toEqual({
      answers: { mine: 2, theirs: 2, both: 2, same: 2, untouched: 1 },
      undecided: [],
    });
    expect(resolveEdit(sides, new Map([['both', 'theirs']])).answers.both).toBe(3);
  });
});
