import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatsFor } from '@/lib/core/formats';
import { english } from '@/tests/support/english';
import { EVERY_KIND, makeSchema, twelveFields } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import { answerText, toFieldText } from './answer-text';
import type { Field } from './field';
import { buildFormModel } from './form-model';
import { answersOfLead } from './from-lead';
import { migrateValues } from './migrate-values';
import { toInputValues } from './prefill';
import { validate } from './rules';

/** Unintended values and ids that will still be sent. */

const ID = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'a.b',
    'a[0]',
    '',
    ' ',
    'f1',
    'then',
    '5f43a1b2c3d4e5f601234567',
  ),
  fc.string({ maxLength: 12 }),
);
const NASTY = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '1e309',
    'NaN',
    '-0',
    '\0',
    '\ud800',
    '__proto__',
    '2026-02-30',
    '2026-03-29T02:30',
    'true',
    'on',
    '1,234',
    ' ',
  ),
  fc.string({ minLength: 1, maxLength: 3 }).map((text) => text.repeat(40_000)),
);
const RAW = fc.oneof(NASTY, fc.array(NASTY, { maxLength: 4 }), fc.anything());

const FIELD: fc.Arbitrary<Field> = fc
  .record(
    {
      id: ID,
      label: fc.string({ maxLength: 20 }),
      kind: fc.constantFrom(...EVERY_KIND),
      sentType: fc.constant(''),
      placement: fc.constantFrom('standard' as const, 'custom' as const),
      required: fc.boolean(),
      creatable: fc.boolean(),
      updateable: fc.boolean(),
      options: fc.array(
        fc.record({
          value: fc.oneof(fc.string(), fc.integer(), fc.boolean()),
          label: fc.string(),
          active: fc.boolean(),
        }),
        { maxLength: 60 },
      ),
      help: fc.string(),
      maxLength: fc.nat({ max: 50 }),
      min: fc.integer(),
      max: fc.integer(),
      currency: fc.constantFrom('EUR', 'JPY', 'points', ''),
      defaultValue: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())),
    },
    { requiredKeys: ['id', 'label', 'kind', 'sentType', 'placement', 'required', 'creatable', 'updateable'] },
  )
  .map((field) => field as Field);
const FIELDS = fc.array(FIELD, { maxLength: 20 });

const timeZone = 'America/Los_Angeles';
const options = { timeZone, texts: english };
const drawn = (fields: Field[], purpose: 'create' | 'edit' = 'create') =>
  buildFormModel({ schema: makeSchema(fields), purpose, texts: english, locale: 'en' });

it('any schema can be rendered and validated, with any post', () => {
  fc.assert(
    fc.property(FIELDS, fc.array(RAW, { maxLength: 20 }), (fields, values) => {
      const model = drawn(fields);
      const input = Object.fromEntries(values.map((value, index) => [`f${index}`, value]));
      const outcome = validate(model, input, { timeZone });
      if (outcome.ok) expect(JSON.parse(JSON.stringify(outcome.answers))).toBeDefined();
      else expect(outcome.errors.filter(({ message }) => message === '')).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

it('no value of a plausible form throws, and valid answers are clean', () => {
  const model = drawn(twelveFields().fields);
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.constantFrom('f0', 'f5', 'f7', 'f9', '__proto__'), fc.string({ maxLength: 4 })),
        RAW,
      ),
      (input) => {
        const outcome = validate(model, input, { timeZone });
        expect(outcome.ok || outcome.errors.length > 0).toBe(true);
      },
    ),
    { numRuns: runs(60) },
  );
});

it('an answer never moves to another field when the schema changes', () => {
  fc.assert(
    fc.property(
      FIELDS,
      fc.array(FIELD, { maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      (before, added, order) => {
        const from = drawn(before);
        const after = [...before.filter((_, index) => index % 3 !== 0), ...added]
          .map((field) => ({ field, place: order.next().value ?? 0 }))
          .sort((one, other) => one.place - other.place)
          .map(({ field }) => field);
        const to = drawn(after);
        const marked = Object.fromEntries(from.fields.map((field) => [field.key, `mark of ${field.id}`]));
        const { input } = migrateValues(from, marked, to, options);
        const owners = new Map(to.fields.map((field) => [field.key, field.id]));
        for (const [key, value] of Object.entries(input)) {
          const marks = [value].flat().filter((text) => text.startsWith('mark of '));
          for (const mark of marks) expect(mark.trimEnd()).toBe(`mark of ${owners.get(key)}`.trimEnd());
        }
      },
    ),
    { numRuns: runs(100) },
  );
});

const labels = { formats: formatsFor('de', 'Europe/Berlin'), yes: 'Ja', no: 'Nein' };

it('any value the service sends for a lead can be read, shown, put into a form and left unchanged', () => {
  fc.assert(
    fc.property(FIELDS, fc.dictionary(ID, fc.jsonValue()), (fields, values) => {
      const schema = makeSchema(fields.map((field) => ({ ...field, updateable: true, required: false })));
      const answers = answersOfLead(schema, { standard: values, custom: values });
      const model = buildFormModel({
        schema,
        purpose: 'edit',
        texts: english,
        locale: 'de',
        current: answers,
      });
      const outcome = validate(model, toInputValues(model, answers, { timeZone }), { timeZone });
      expect(outcome.ok).toBe(true);
      for (const field of model.fields) {
        expect(outcome.ok && outcome.answers[field.id]).toEqual(answers[field.id]);
      }
      for (const field of schema.fields) {
        for (const value of [answers[field.id], values[field.id]]) {
          expect(typeof answerText(toFieldText(field, value), labels)).toBe('string');
        }
      }
    }),
    { numRuns: runs(100) },
  );
});
