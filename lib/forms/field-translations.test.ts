import { describe, expect, it } from 'vitest';
import { makeField } from '@/tests/support/form-fixtures';
import type { StoredFieldOverride, StoredFieldOverrides } from './field-overrides';
import { fieldIn, fieldsToTranslate, underHeading, withTexts } from './field-translations';

const stored = (overrides: Record<string, Partial<StoredFieldOverride>>): StoredFieldOverrides =>
  new Map(Object.entries(overrides).map(([id, each]) => [id, { hidden: false, ...each }]));

const field = makeField({ id: 'size', label: 'Company size', help: 'Employees' });

describe('what people see of a field in a language', () => {
  it('is the portal’s without any text of an admin', () => {
    expect(fieldIn(field, { stored: stored({}), language: 'de' })).toEqual({
      label: { own: '', fallback: 'Company size', from: 'portal' },
      help: { own: '', fallback: 'Employees', from: 'portal' },
      group: { own: '', fallback: '', from: 'portal' },
      isTranslated: false,
    });
  });

  it('is translated once every text that people see is', () => {
    const own = { label: 'Size', group: 'Company' };
    const inGerman = (de: object) =>
      fieldIn(field, { stored: stored({ size: { ...own, translations: { de } } }), language: 'de' });
    expect(inGerman({ label: 'Größe' })).toMatchObject({
      label: { own: 'Größe', fallback: 'Size', from: 'desk' },
      isTranslated: false,
    });
    expect(inGerman({ label: 'Größe', help: 'Personen' }).isTranslated).toBe(false);
    expect(inGerman({ label: 'Größe', help: 'Personen', group: 'Firma' }).isTranslated).toBe(true);
  });

  it('is the portal’s own label in that language before the usual name', () => {
    const named = makeField({
      id: 'firstName',
      label: 'First name',
      labels: { en: 'First name', de: 'Rufname' },
    });
    expect(fieldIn(named, { stored: stored({}), language: 'de' })).toMatchObject({
      label: { fallback: 'Rufname', from: 'portal' },
      isTranslated: true,
    });
    expect(fieldIn(named, { stored: stored({}), language: 'fr' }).label.from).toBe('usual');
  });

  it('needs no help text and no heading where there are none', () => {
    const plain = makeField({ id: 'size', label: 'Size' });
    const overrides = stored({ size: { translations: { de: { label: 'Größe' } } } });
    expect(fieldIn(plain, { stored: overrides, language: 'de' }).isTranslated).toBe(true);
    expect(fieldIn(plain, { stored: overrides, language: 'fr' }).isTranslated).toBe(false);
  });

  it('is nothing if it is hidden, unless the portal requires it', () => {
    const fields = [
      field,
      makeField({ id: 'hidden', label: 'Hidden' }),
      makeField({ id: 'required', label: 'Required', required: true }),
      makeField({ id: 'marker', label: 'Marker', hidden: true }),
    ];
    const overrides = stored({ hidden: { hidden: true }, required: { hidden: true } });
    expect(fieldsToTranslate(fields, overrides).map(({ id }) => id)).toEqual(['size', 'required']);
  });
});

describe('texts in other languages', () => {
  it('are stored without empty ones', () => {
    const before = { de: { label: 'Eins' }, fr: { label: 'Un' } };
    expect(withTexts(before, { language: 'de', texts: { label: undefined } })).toEqual({
      fr: { label: 'Un' },
    });
    expect(withTexts(before, { language: 'ja', texts: { label: '一', help: undefined } })).toEqual({
      ...before,
      ja: { label: '一' },
    });
  });

  it('follow a field under another heading, except for how its former one reads', () => {
    const other = {
      group: 'Company',
      translations: { de: { label: 'X', group: 'Firma' }, fr: { group: 'Société' } },
    };
    const before = { de: { label: 'Eins', group: 'Geschäft' }, ja: { group: '商談' } };
    const under = (group: string | undefined) => underHeading(before, { group, stored: stored({ other }) });
    expect(under('Company')).toEqual({ de: { label: 'Eins', group: 'Firma' }, fr: { group: 'Société' } });
    expect(under('New')).toEqual({ de: { label: 'Eins' } });
    expect(under(undefined)).toEqual({ de: { label: 'Eins' } });
  });
});
