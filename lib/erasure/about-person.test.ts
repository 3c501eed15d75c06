import { describe, expect, it } from 'vitest';
import { toCompanyKey } from '@/lib/known-keys/company';
import { isAboutPerson, isAddress } from './about-person';
import { toPersonal } from './blank';

const EMAIL = 'ann@x.example';

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

  it('are about the person with the name, and the phone or company', () => {
    expect(isAboutPerson(['Johan', 'Smithers', '030 11112222'], person)).toBe(true);
    expect(isAboutPerson(['Smithers, Johan', 'Acme Widgets'], person)).toBe(true);
  });

  it('are not about a person whose name is of signs alone', () => {
    const nobody = toPersonal({
      emails: [],
      names: [{ first: '.', last: 'Brandt' }],
      phones: [],
      companies: [],
    });
    expect(isAboutPerson(['Brandt', '', '030 11112222'], { ...person, names: nobody.names })).toBe(false);
  });

  it('have no other address where their own ends a sentence', () => {
    expect(isAboutPerson(['Johan', 'Smithers', 'Acme Widgets', 'Write to johan@acme.example.'], person)).toBe(
      true,
    );
  });

  it('are about somebody else of that name with another address', () => {
    const address = 'johan.smithers.junior@acme.example';
    expect(isAboutPerson(['Johan', 'Smithers', 'Acme Widgets', address], person)).toBe(false);
    expect(isAboutPerson(['Johan', 'Smithers', 'Acme Widgets', `Junior <${address}>`], person)).toBe(false);
  });
});
