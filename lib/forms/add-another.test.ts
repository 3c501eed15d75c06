import fc from 'fast-check';
import { expect, it } from 'vitest';
import { english } from '@/tests/support/english';
import { twelveFields } from '@/tests/support/form-fixtures';
import { PIN, parsePins, readPins, writePins } from './add-another';
import { buildFormModel } from './form-model';
import { pinnableFields } from './transferable';

it('offers to keep everything but the person', () => {
  const model = buildFormModel({
    schema: twelveFields(),
    purpose: 'create',
    texts: english,
    locale: 'en',
  });
  const ids = pinnableFields(model).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['platform', 'industry', 'website', 'notes']));
  for (const id of ['firstName', 'lastName', 'email', 'phone']) expect(ids).not.toContain(id);
});

it('reads the pins of a post and of an address alike', () => {
  const data = new FormData();
  for (const key of ['f3', 'f12', 'f3', 'lastName', '', 'f', '__proto__', 'f99999']) data.append(PIN, key);
  expect(readPins(data)).toEqual(['f3', 'f12']);
  expect(parsePins(writePins(['f3', 'f12']))).toEqual(['f3', 'f12']);
  expect(parsePins(undefined)).toEqual([]);
});

it('takes nothing but pins from an address', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const pin of parsePins(value)) expect(pin).toMatch(/^f\d{1,4}$/);
    }),
  );
  expect(parsePins('f1.'.repeat(100_000))).toEqual(['f1']);
});
