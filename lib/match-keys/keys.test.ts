import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStorable } from '@/lib/core/text';
import { toCompanyKey } from './company';
import { toDomainKey } from './domain';
import { toEmailKey } from './email';
import { KNOWN_COLUMNS, MATCHED_BY, toSearchKeys, toStoredKeys } from './keys';
import { regionsOfReader, toPhoneKeys } from './phone';

/** Longer keys would not fit into an entry of an index. */
const MAX_KEY_LENGTH = 254;

describe('an email address', () => {
  it('is the same in any case and with spaces around it', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(toEmailKey(` ${address.toUpperCase()}\t`)).toBe(toEmailKey(address));
      }),
    );
  });

  it('is the same with odd characters', () => {
    expect(toEmailKey('\u202aａｎｎａ＠north\u2011wind.example\u200b')).toBe('anna@north-wind.example');
  });

  it('with a plus is another one', () => {
    expect(toEmailKey('info+berlin@acme.example')).not.toBe(toEmailKey('info@acme.example'));
  });

  it.each([
    '',
    'anna',
    'anna@acme',
    '@acme.example',
    'a b@acme.example',
    'a@b@c.example',
    'a@acme.example\0',
  ])('%j is none', (text) => expect(toEmailKey(text)).toBeUndefined());
});

describe('a domain', () => {
  it.each([
    ['https://www.acme.co.uk/about?x=1', 'acme.co.uk'],
    ['Acme.DE', 'acme.de'],
    ['shop.acme.com:8080', 'acme.com'],
    ['anna@mail.acme.com', 'acme.com'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['one.myshopify.com', 'one.myshopify.com'],
  ])('of %s is %s', (text, domain) => expect(toDomainKey(text)).toBe(domain));

  it.each([
    'anna@gmail.com',
    'anna@yahoo.co.jp',
    'anna@web.de',
    'anna@orange.fr',
    'https://www.linkedin.com/in/anna',
    'co.uk',
    'localhost',
    '127.0.0.1',
    'not an address',
    'javascript:alert(1)',
    '',
  ])('%s is of no one company', (text) => expect(toDomainKey(text)).toBeUndefined());
});

describe('a phone number', () => {
  it.each([
    ['+49 30 1234567', []],
    ['0049 30 1234567', []],
    ['+49 (0)30 123-4567', []],
    ['030 / 123 45 67', ['DE']],
    ['０３０ １２３４５６７', ['DE']],
    ['030 1234567 ext. 12', ['DE']],
    ['\u202a+49 30\u20111234\u200b567\u202c', []],
  ])('%s is one number', (text, regions) => expect(toPhoneKeys(text, regions)[0]).toBe('+49301234567'));

  it('is found with and without country, whichever way it was stored', () => {
    const ways: [text: string, email: string][] = [
      ['+49 30 1234567', ''],
      ['030 1234567', ''],
      ['030 1234567', 'anna@acme.de'],
    ];
    for (const [phone, email] of ways) {
      const { knownPhone } = toStoredKeys({ phone, email });
      for (const [typed] of ways) {
        expect(toSearchKeys({ phone: typed }, { regions: ['US', 'DE'] }).phone, typed).toContain(knownPhone);
      }
    }
  });

  it.each(['', '110', 'call me', '+', '+49', '1'.repeat(40), `${'0'.repeat(100)}30`])('%j is none', (text) =>
    expect(toPhoneKeys(text, ['DE'])).toEqual([]),
  );

  it('is read as one of the regions of the reader’s languages', () => {
    const reader = { acceptLanguage: 'de-AT,de;q=0.9,en-GB;q=0.8', locale: 'de' };
    expect(regionsOfReader(reader).slice(0, 3)).toEqual(['AT', 'GB', 'DE']);
    expect(regionsOfReader({ acceptLanguage: null, locale: 'xx' })).toEqual([]);
  });
});

describe('a company', () => {
  it.each([
    ['Nordwind GmbH & Co. KG', 'NORDWIND'],
    ['Nordwind G.m.b.H.', 'Nord-Wind'],
    ['Müller und Söhne AG', 'Muller & Sohne'],
    ['Société Générale S.A.', 'Generale'],
    ['SARL Dupont', 'Dupont S.à r.l.'],
    ['Café do Brasil Ltda.', 'Cafe do Brasil'],
    ['Industrias López, S.A. de C.V.', 'INDUSTRIAS LOPEZ'],
    ['株式会社東京商事', '東京商事（株）'],
    ['㈱ガス', '有限会社ガス'],
    ['The Acme Company, Inc.', 'acme'],
    ['O’Neill Ltd', "O'Neill Limited"],
  ])('%s is %s', (one, other) => expect(toCompanyKey(one)).toBe(toCompanyKey(other)));

  it.each([
    ['ガス', 'カス'],
    ['Nordwind', 'Südwind'],
    ['A1', 'A2'],
  ])('%s is not %s', (one, other) => expect(toCompanyKey(one)).not.toBe(toCompanyKey(other)));

  it('of nothing but a legal form keeps it', () => expect(toCompanyKey('Limited')).toBe('limited'));
  it.each(['', ' ', 'x', '---', '&', '\0'])('%j is none', (name) =>
    expect(toCompanyKey(name)).toBeUndefined(),
  );

  it('is the same with any legal form, case and punctuation', () => {
    const word = fc.stringMatching(/^[a-z]{4,10}x$/);
    const form = fc.constantFrom('GmbH', 'Inc.', 'S.A.', 'Ltd', 'SARL', 'Lda.', 'S.L.', 'KG', 'LLC');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), form, (words, legal) => {
        const plain = toCompanyKey(words.join(' '));
        expect(toCompanyKey(`${words.join('-').toUpperCase()}, ${legal}`)).toBe(plain);
      }),
    );
  });
});

describe('any text', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.webUrl(), fc.emailAddress());
  const contact = fc.record({ email: texts, phone: texts, website: texts, company: texts });

  it('has keys that the database can store, and is found by them', () => {
    fc.assert(
      fc.property(contact, (typed) => {
        const stored = toStoredKeys(typed);
        const searched = toSearchKeys(typed, { regions: ['DE'] });
        KNOWN_COLUMNS.forEach((column, index) => {
          const key = stored[column];
          if (key === null) return;
          expect(isStorable(key)).toBe(true);
          expect(key.length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
          expect(searched[MATCHED_BY[index] ?? 'email']).toContain(key);
        });
      }),
    );
  });

  it('of any length is read in linear time', () => {
    const long = 'a.'.repeat(50_000);
    const began = performance.now();
    toStoredKeys({ email: `${long}@${long}`, phone: '0 '.repeat(50_000), website: long, company: long });
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
