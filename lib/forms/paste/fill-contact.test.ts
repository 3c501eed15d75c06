import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '@/tests/support/english';
import { makeField, makeSchema, twelveFields } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import { SIGNATURES } from '@/tests/support/signatures';
import { buildFormModel, type FormModel } from '../form-model';
import { blankValues, type InputValues, isBlank } from '../input-values';
import type { Contact } from './contact';
import { fillContact } from './fill-contact';
import { readContact } from './read-contact';

const COUNTRIES = ['Germany', 'United Kingdom', 'Brazil', 'Japan'];
const formOf = (...fields: Parameters<typeof makeField>[0][]) =>
  buildFormModel({
    schema: makeSchema(fields.map(makeField)),
    purpose: 'create',
    texts: english,
    locale: 'en',
  });

const model = formOf(
  ...[{ id: 'firstName', label: 'First name', placement: 'standard' as const }],
  ...[{ id: 'lastName', label: 'Last name', placement: 'standard' as const }],
  ...[{ id: 'email', label: 'Email', kind: 'email' as const, placement: 'standard' as const }],
  ...[{ id: 'phone', label: 'Phone', kind: 'phone' as const }],
  ...[{ id: 'company', label: 'Company', maxLength: 40 }],
  ...[{ id: 'site', label: 'Website', kind: 'url' as const }],
  ...[{ id: 'jobTitle', label: 'Job title' }],
  ...[{ id: 'land', label: 'Country', kind: 'picklist' as const, options: COUNTRIES }],
  ...[{ id: 'consent', label: 'Consent', kind: 'boolean' as const }],
);

/** What is added, by fieldId. */
function added(form: FormModel, contact: Contact, held: Record<string, string> = {}) {
  const keyOf = (id: string) => form.fields.find((field) => field.id === id)?.key ?? '';
  const values: InputValues = { ...blankValues(form) };
  for (const [id, text] of Object.entries(held)) values[keyOf(id)] = text;
  const byKey = new Map(fillContact(form, values, contact));
  return Object.fromEntries(
    form.fields.flatMap(({ id, key }) => (byKey.has(key) ? [[id, byKey.get(key)]] : [])),
  );
}

const NORA: Contact = {
  firstName: 'Nora',
  lastName: 'Winters',
  fullName: 'Nora Winters',
  email: 'nora@alder.example',
};

describe('a contact fills in', () => {
  it('every field that it says something about, numbers as they are written', () => {
    expect(added(model, readContact(SIGNATURES[2]?.text ?? ''))).toEqual({
      firstName: 'Jörg',
      lastName: 'von der Heide',
      email: 'j.vonderheide@erlenwerk.example',
      phone: '089 / 123 456-78',
      company: 'Erlenwerk GmbH & Co. KG',
      site: 'www.erlenwerk.example',
      jobTitle: 'Leiter Vertrieb',
      land: 'germany',
    });
  });

  it('one field of a name as a whole, and a family name where there is no first name', () => {
    const full = formOf({ id: 'contact', label: 'Contact person' });
    expect(added(full, NORA)).toEqual({ contact: 'Nora Winters' });
    const last = formOf({ id: 'lastName', label: 'Last name', placement: 'standard' });
    expect(added(last, NORA)).toEqual({ lastName: 'Nora Winters' });
    expect(added(model, { fullName: 'Nora' })).toEqual({ lastName: 'Nora' });
  });

  it('no part of a name beside a part of another', () => {
    expect(added(model, NORA, { firstName: 'Sam' })).toEqual({ email: 'nora@alder.example' });
    expect(added(model, NORA, { firstName: 'Nora' })).toEqual({
      lastName: 'Winters',
      email: 'nora@alder.example',
    });
  });

  it('nothing that a field cannot hold', () => {
    expect(added(model, { company: 'x'.repeat(41), country: 'Atlantis' })).toEqual({});
    const integer = formOf({ id: 'phone', label: 'Phone number', kind: 'integer' });
    expect(added(integer, { phone: '+44 20 7946 0958' })).toEqual({});
  });

  it('a country in any of the languages, and by its code', () => {
    for (const country of ['Deutschland', 'Allemagne', 'Alemania', 'Alemanha', 'ドイツ', 'GERMANY']) {
      expect(added(model, { country })).toEqual({ land: 'germany' });
    }
    expect(added(model, { country: 'UK' })).toEqual({ land: 'united-kingdom' });
    const text = formOf({ id: 'country', label: 'Country' });
    expect(added(text, { country: 'Deutschland' })).toEqual({ country: 'Deutschland' });
  });
});

const PART = fc.option(fc.string({ maxLength: 30 }), { nil: undefined });
const CONTACT = fc.record({
  firstName: PART,
  lastName: PART,
  fullName: PART,
  company: PART,
  jobTitle: PART,
  email: PART,
  phone: PART,
  website: PART,
  country: PART,
});
const TEXT = fc.oneof(fc.constantFrom(...SIGNATURES.map(({ text }) => text)), fc.string({ maxLength: 200 }));
const FORM = fc.constantFrom(
  model,
  buildFormModel({ schema: twelveFields(), purpose: 'create', texts: english, locale: 'en' }),
);

it('a filled field is never overwritten, whatever is pasted', () => {
  const held = fc.array(
    fc.oneof(fc.constant(''), fc.constant('  '), fc.string({ minLength: 1, maxLength: 9 })),
    {
      minLength: 20,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(FORM, fc.oneof(CONTACT, TEXT.map(readContact)), held, (form, contact, texts) => {
      const values = Object.fromEntries(form.fields.map(({ key }, index) => [key, texts[index] ?? '']));
      const filled = fillContact(form, values, contact);
      expect(new Set(filled.map(([key]) => key)).size).toBe(filled.length);
      for (const [key, value] of filled) {
        expect(isBlank(values[key])).toBe(true);
        expect(value).not.toBe('');
        expect(form.fields.find((field) => field.key === key)?.consent).toBeUndefined();
      }
    }),
    { numRuns: runs(500) },
  );
});
