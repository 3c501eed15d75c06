import { describe, expect, it } from 'vitest';
import { toCompanyKey } from '@/lib/known-keys/company';
import { isAboutPerson, isAddress, isSearchFor } from './about-person';
import { toPersonal } from './blank';

const EMAIL = 'ann@x.example';
const NO_FIELDS = { first: '', last: '', email: undefined, phone: '', company: '' };

describe('a value', () => {
  it.each([
    EMAIL,
    ' ANN@x.example ',
    'Ann Lee <ann@x.example>',
    '<ann@x.example>',
    'ann@x.example (work)',
    'ann@x.example, office@x.example',
    'office@x.example; ann@x.example',
    'ann@x.example / lee@x.example',
    'Ann Lee <ann@x.example>, Bob Lee <bob@x.example>',
    'mailto:ann@x.example',
    'bob@x.example & ann@x.example.',
  ])('is the address: %s', (value) => expect(isAddress(value, [EMAIL])).toBe(true));

  it.each([
    'joann@x.example',
    'office@x.example',
    'Please write to ann@x.example',
    'Ann Lee <lee@x.example>',
    '',
    7,
  ])('is not: %s', (value) => expect(isAddress(value, [EMAIL])).toBe(false));
});

describe('values without the address', () => {
  const person = toPersonal({
    emails: ['johan@acme.example'],
    names: [{ first: 'Johan', last: 'Smithers' }],
    phones: ['+49 30 11112222'],
    companies: [toCompanyKey('Acme Widgets') ?? ''],
  });

  /** As in a file of which nobody said what its columns are. */
  const entryOf = (...values: string[]) => ({ ...NO_FIELDS, values });
  const isTheirs = (...values: string[]) => isAboutPerson(entryOf(...values), person);

  it('are about the person with the name, and the phone or company', () => {
    expect(isTheirs('Johan', 'Smithers', '030 11112222')).toBe(true);
    expect(isTheirs('Smithers, Johan', 'Acme Widgets')).toBe(true);
  });

  it('are not about the person if others have the names, by their fields', () => {
    const values = ['Anna', 'Smithers', '030 11112222', 'Johan'];
    expect(isTheirs(...values)).toBe(true);
    const entry = { ...NO_FIELDS, first: 'Anna', last: 'Smithers', values };
    expect(isAboutPerson(entry, person)).toBe(false);
  });

  it('are not about a person whose name is of signs alone', () => {
    const nobody = toPersonal({
      emails: [],
      names: [{ first: '.', last: 'Brandt' }],
      phones: [],
      companies: [],
    });
    const entry = entryOf('Brandt', '', '030 11112222');
    expect(isAboutPerson(entry, { ...person, names: nobody.names })).toBe(false);
  });

  it('have no other address where their own ends a sentence', () => {
    expect(isTheirs('Johan', 'Smithers', 'Acme Widgets', 'Write to johan@acme.example.')).toBe(true);
  });

  it('are about somebody else of that name with another address', () => {
    const address = 'johan.smithers.junior@acme.example';
    expect(isTheirs('Johan', 'Smithers', 'Acme Widgets', address)).toBe(false);
    expect(isTheirs('Johan', 'Smithers', 'Acme Widgets', `Junior <${address}>`)).toBe(false);
  });
});

describe('a search', () => {
  const of = (email: string, first: string, last: string) =>
    toPersonal({ emails: [email], names: [{ first, last }], phones: [] });

  it.each([
    ['witt', of('sales@witt.example', 'Jan', 'de Witt')],
    ['jan wit', of('sales@witt.example', 'Jan', 'de Witt')],
    ['bo', of('bo@x.example', 'Bo', 'Ek')],
  ])('for “%s” is for the person', (search, one) => expect(isSearchFor(search, one)).toBe(true));

  it.each([
    ['sales', of('sales@witt.example', 'Jan', 'de Witt')],
    ['sal', of('sales@witt.example', 'Jan', 'de Witt')],
    ['de', of('sales@witt.example', 'Jan', 'de Witt')],
    ['a', of('a.b@berg.example', 'A', 'Bergström')],
  ])('for “%s” is for many', (search, one) => expect(isSearchFor(search, one)).toBe(false));
});
