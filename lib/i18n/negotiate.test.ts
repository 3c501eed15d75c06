import { describe, expect, it } from 'vitest';
import { negotiateLanguage } from './negotiate';

const tagFor = (header: string | null) => negotiateLanguage({ header }).tag;

describe('the language of a request', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de-AT'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    // The region of the language that is shown, also if it is named after the language.
    ['de,de-CH;q=0.9', 'de-CH'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['nl, ja;q=0.3, en;q=0.2', 'ja'],
    ['es-419', 'es-419'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['DE-at', 'de-AT'],
    ['zh-Hant-TW', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [null, 'en'],
  ])('of a browser that sends %j is %s', (header, expected) => {
    expect(tagFor(header)).toBe(expected);
  });

  it.each([
    ['an extension with another calendar and other digits', 'ar-u-nu-arab, de-u-ca-buddhist-nu-thai', 'de'],
    ['a private use', 'x-klingon, en-x-pirate', 'en'],
    ['no tag', '../../etc/passwd, <script>, de', 'de'],
    ['the name of a property', '__proto__, constructor, fr', 'fr'],
    ['control characters', '\u0000\u0001, ja', 'ja'],
    ['variants that do not exist, and in the wrong order', 'pt-99999-ZZ, de-99999', 'de'],
  ])('survives a header with %s', (_, header, expected) => {
    expect(tagFor(header)).toBe(expected);
  });

  it('is found in linear time in a header of any length', () => {
    const began = performance.now();
    for (const header of [
      'de-'.repeat(100_000),
      'a,'.repeat(50_000),
      `${'-'.repeat(100_000)};q=`,
      'q=0;'.repeat(30_000),
    ])
      expect(tagFor(header)).toBe('en');
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('is the person’s choice, before that of the browser, before the header', () => {
    const header = 'fr-CH';
    expect(negotiateLanguage({ chosen: 'de', cookie: 'es', header }).locale).toBe('de');
    expect(negotiateLanguage({ chosen: null, cookie: 'es', header }).locale).toBe('es');
    expect(negotiateLanguage({ chosen: 'de', header: 'fr, de-AT' }).tag).toBe('de-AT');
  });

  it('is one of the desk’s, whoever chose another', () => {
    const wishes = { chosen: 'nl', cookie: 'klingon', header: 'zh, en-GB' };
    expect(negotiateLanguage(wishes)).toEqual({ locale: 'en', tag: 'en-GB' });
    expect(negotiateLanguage({ chosen: 'toString', cookie: '__proto__' }).tag).toBe('en');
  });
});
