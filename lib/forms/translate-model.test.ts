import { describe, expect, it } from 'vitest';
import { english } from '@/tests/support/english';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import type { Field } from './field';
import { buildFormModel } from './form-model';
import type { Translate } from './texts';
import { withTextsOf } from './translate-model';

const FIELDS = [
  makeField({ id: 'name', label: 'Name', required: true }),
  makeField({ id: 'size', label: 'Size', kind: 'number', min: 1.5 }),
  makeField({ id: 'kind', label: 'Kind', kind: 'picklist', options: ['One', 'Two'] }),
];
/** Another language: the English texts with a mark. */
const marked: Translate = (key, values) => `* ${english(key, values)}`;

const build = (language: 'en' | 'de', fields: Field[] = FIELDS, current?: { name: string }) =>
  buildFormModel({
    schema: makeSchema(fields),
    purpose: 'edit',
    current,
    ...(language === 'en' ? { texts: english, locale: 'en' } : { texts: marked, locale: 'de' }),
  });

describe('a form whose page is rendered in another language', () => {
  it('gets every message and number in that language', () => {
    const [english, german] = [build('en'), build('de')];
    expect(withTextsOf(english, german)).toEqual(german);
    expect(withTextsOf(english, german).fields[1]?.messages.tooSmall).toContain('1,5');
    expect(withTextsOf(withTextsOf(english, german), english)).toEqual(english);
  });

  it('keeps what the lead was when it was rendered, which the post refers to', () => {
    const shown = build('en', FIELDS, { name: 'Then' });
    const translated = withTextsOf(shown, build('de', FIELDS, { name: 'Now' }));
    expect(translated.locale).toBe('de');
    expect(translated.fields[0]?.currentValue).toBe('Then');
  });

  it('stays as it is in the same language, and in front of another version', () => {
    const shown = build('en');
    expect(withTextsOf(shown, build('en'))).toBe(shown);
    expect(withTextsOf(shown, build('de', FIELDS.slice(1)))).toBe(shown);
  });
});
