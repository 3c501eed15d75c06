import { describe, expect, it } from 'vitest';
import { LOCALES } from './locales';
import { isOffered, type TerminalVariables, terminalLanguage } from './terminal-language';

const tagFor = (variables: TerminalVariables, asked?: string) =>
  terminalLanguage({ asked, variables }, LOCALES).tag;

describe('the language of a terminal', () => {
  it.each([
    ['de_DE.UTF-8', 'de-DE'],
    ['de_AT@euro', 'de-AT'],
    ['pt_BR.utf8', 'pt-BR'],
    ['ja', 'ja'],
    ['ja_JP.eucJP', 'ja-JP'],
    ['C', 'en'],
    ['C.UTF-8', 'en'],
    ['POSIX', 'en'],
    ['nl_NL.UTF-8', 'en'],
    ['', 'en'],
    ['../../etc/passwd', 'en'],
    ['__proto__', 'en'],
  ])('with LANG=%j is %s', (LANG, expected) => {
    expect(tagFor({ LANG })).toBe(expected);
    expect(tagFor({ LC_ALL: LANG, LANG: LANG && 'es_ES.UTF-8' })).toBe(expected);
  });

  it('is that of LC_ALL, else LC_MESSAGES, else LANG', () => {
    const all = { LC_ALL: 'fr_FR', LC_MESSAGES: 'ja_JP', LANG: 'de_DE' };
    expect(tagFor(all)).toBe('fr-FR');
    expect(tagFor({ ...all, LC_ALL: '' })).toBe('ja-JP');
    expect(tagFor({ ...all, LC_ALL: '', LC_MESSAGES: undefined })).toBe('de-DE');
    expect(tagFor({})).toBe('en');
  });

  it('is the one asked for', () => {
    expect(tagFor({ LC_ALL: 'fr_FR' }, 'de')).toBe('de');
    expect(tagFor({ LC_ALL: 'fr_FR' }, 'pt-BR')).toBe('pt-BR');
    expect(tagFor({ LC_ALL: 'fr_FR' }, 'es_MX')).toBe('es-MX');
  });

  it('may only be one there is', () => {
    expect(['de', 'DE', 'pt-BR', 'es_MX'].every((asked) => isOffered(asked, LOCALES))).toBe(true);
    expect(['nl', 'english', '', 'xx', 'de, fr', '*'].some((asked) => isOffered(asked, LOCALES))).toBe(false);
  });
});
