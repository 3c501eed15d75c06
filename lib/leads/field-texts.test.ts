import { expect, it } from 'vitest';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { beyondTitle, toFieldTexts } from './field-texts';

it('the details keep a field that admins use as a name, because the title of the lead does not say it', () => {
  const own = makeField({ id: 'given', label: 'Given name', placement: 'custom' });
  const schema = makeSchema([
    makeField({ id: 'firstName', label: 'First name', placement: 'standard' }),
    own,
  ]);
  const texts = toFieldTexts(schema, { standard: { firstName: 'Ada' }, custom: { given: 'Augusta' } });
  const overrides = new Map([['given', { role: 'first-name' as const, hidden: false }]]);
  const left = beyondTitle(texts, { schema, overrides, company: null });
  expect(left.map(({ id }) => id)).toEqual(['given']);
});
