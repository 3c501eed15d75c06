import { describe, expect, it } from 'vitest';
import { buildModel, english } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import {
  breakingChangesForAnswers,
  breakingChangesForColumns,
  breakingChangesForDraft,
  type FormPair,
} from './breaking-changes';
import type { DraftField } from './draft-fields';
import type { Answers, Field } from './field';
import { compileRules } from './rules';

const NAME = makeField({ id: 'lastName', label: 'Last name', required: true });
const SIZE = makeField({ id: 'size', label: 'Size', kind: 'picklist', options: ['Small', 'Large'] });
const SEATS = makeField({ id: 'seats', label: 'Seats', kind: 'number' });
const CONSENT = makeField({
  id: 'consent',
  label: 'Agreed to be contacted',
  kind: 'boolean',
  required: true,
});
const FIELDS = [NAME, SIZE, SEATS];

function pairOf(after: Field[], before = FIELDS): FormPair {
  const formOf = (fields: Field[]) => {
    const model = buildModel(fields);
    return { model, rules: compileRules(model, { timeZone: 'UTC' }) };
  };
  return { before: formOf(before), after: formOf(after) };
}

/** [what the portal changes, the form afterwards, what it does to these answers] */
const CASES = [
  ['nothing', FIELDS, []],
  ['a new optional field', [...FIELDS, makeField({ id: 'note', label: 'Note' })], []],
  ['another order and another label', [SEATS, { ...SIZE, label: 'How big' }, NAME], []],
  ['a field that is not answered', [NAME, SIZE], []],
  ['a field that is answered', [NAME, SEATS], ['lost']],
  ['a new required field', [...FIELDS, makeField({ id: 'vat', label: 'VAT', required: true })], ['missing']],
  ['an unanswered field that becomes required', [NAME, SIZE, { ...SEATS, required: true }], ['missing']],
  ['an answered field that becomes required', [NAME, { ...SIZE, required: true }, SEATS], []],
] as const satisfies [string, Field[], string[]][];

describe('answers that exist already, if the portal’s form changes', () => {
  const typed: DraftField[] = [
    ['lastName', 'text', 'Berg'],
    ['size', 'picklist', 'large'],
  ];
  const answers: Answers = { lastName: 'Berg', size: 'large' };
  const draft = { form: buildModel(FIELDS), fields: typed, timeZone: 'UTC' };
  const options = { timeZone: 'UTC', texts: english };

  it.each(CASES)('%s: the same for a draft and for a submission', (_, after, changes) => {
    expect(breakingChangesForDraft(draft, pairOf([...after]), options)).toEqual(changes);
    expect(breakingChangesForAnswers(answers, pairOf([...after]), options)).toEqual(changes);
  });

  it('an option that is chosen and goes is refused, or has no place in the form', () => {
    const without = pairOf([NAME, { ...SIZE, options: SIZE.options?.slice(0, 1) ?? [] }, SEATS]);
    expect(breakingChangesForAnswers(answers, without, options)).toEqual(['refused']);
    expect(breakingChangesForDraft(draft, without, options)).toEqual(['refused']);
    expect(breakingChangesForAnswers({ lastName: 'Berg', size: 'small' }, without, options)).toEqual([]);
  });

  it('a stricter limit refuses what is beyond it', () => {
    const stricter = pairOf([{ ...NAME, maxLength: 3 }, SIZE, SEATS]);
    expect(breakingChangesForAnswers(answers, stricter, options)).toEqual(['refused']);
    expect(breakingChangesForAnswers({ lastName: 'Bo' }, stricter, options)).toEqual([]);
  });

  it('what is wrong in the present form already is not blamed on the new one', () => {
    expect(breakingChangesForAnswers({ size: 'huge', gone: 'x' }, pairOf([...FIELDS]), options)).toEqual([]);
  });

  it('a new required consent stops what is on its way, and no draft, which never holds one', () => {
    const asking = pairOf([...FIELDS, CONSENT]);
    expect(breakingChangesForDraft(draft, asking, options)).toEqual([]);
    expect(breakingChangesForAnswers(answers, asking, options)).toEqual(['missing']);
  });

  it('field IDs may be names of built-in properties', () => {
    const odd = makeField({ id: '__proto__', label: 'Odd' });
    const held = JSON.parse('{"lastName":"Berg","__proto__":"x"}') as Answers;
    expect(breakingChangesForAnswers(held, pairOf(FIELDS, [...FIELDS, odd]), options)).toEqual(['lost']);
    expect(breakingChangesForAnswers(held, pairOf([...FIELDS, odd], [...FIELDS, odd]), options)).toEqual([]);
  });
});

it('columns of a file lose fields that go, and lack those that become required; consents are stated when it is sent', () => {
  const { before, after } = pairOf([NAME, makeField({ id: 'vat', label: 'VAT', required: true }), CONSENT]);
  const models = { before: before.model, after: after.model };
  expect(breakingChangesForColumns(['lastName', 'size'], models)).toEqual(['lost', 'missing']);
  expect(breakingChangesForColumns(['lastName', 'vat'], { before: after.model, after: after.model })).toEqual(
    [],
  );
});
