import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import type { Messages } from '@/lib/i18n/catalogue';
import { LOCALES } from '@/lib/i18n/locales';
import { findAvoidedWords, findFaults, findLostNames, findMisprints } from './catalogues';
import { textsOf } from './texts';

type Texts = Parameters<typeof textsOf>[0];

const FOLDER = resolve(import.meta.dirname, '../../messages');
const read = (file: string): Texts => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

const FILES = readdirSync(FOLDER).toSorted();

it('each language of ours has both of its files, and there are no others', () => {
  expect(FILES).toEqual(LOCALES.flatMap((locale) => [`${locale}.broken.json`, `${locale}.json`]).toSorted());
});

describe.each(LOCALES)('the texts in %s', (locale) => {
  it.each(['json', 'broken.json'])(
    'have the keys, places, choices and plural forms they need: %s',
    (ending) => {
      const faults = findFaults(read(`en.${ending}`), { locale, texts: read(`${locale}.${ending}`) });
      expect(faults).toEqual([]);
    },
  );

  it('name buttons, pages and steps as they are on screen', () => {
    expect(findLostNames(locale, read(`${locale}.json`))).toEqual([]);
  });

  it('use one word for one thing', () => {
    expect(findAvoidedWords(locale, read(`${locale}.json`))).toEqual([]);
  });

  it('are set with the quotes, spaces and marks of the language', () => {
    expect(findMisprints(locale, read(`${locale}.json`))).toEqual([]);
    expect(findMisprints(locale, read(`${locale}.broken.json`))).toEqual([]);
    expect(findMisprints(locale, read(`../lib/core/default-labels/${locale}.json`))).toEqual([]);
  });

  // A choice between words with a hyphen, for one, is none to the language of the texts: what was shown instead
  // was the text's own name.
  it('can all be read by the library that shows them, whatever they are filled in with', () => {
    const messages = read(`${locale}.json`) as Messages;
    const faults: string[] = [];
    const say = createTranslator({
      locale,
      messages,
      onError: ({ code, message }) => {
        // Nothing is filled in here: that a value is missing is no fault of the text.
        if (code !== 'FORMATTING_ERROR') faults.push(message);
      },
    });
    for (const { path } of textsOf(messages)) say(path as Parameters<typeof say>[0]);
    expect(faults).toEqual([]);
  });
});

describe('a translation', () => {
  it.each([
    ['Leads', 'Leads {count}', 'has {count} and not none'],
    ['By {name}', 'Von {nam}', 'has {nam} and not {name}'],
    ['On {at}', 'Am {at, date}', 'has {at as date} and not {at}'],
    ['See <a>this</a>', 'Siehe dies', 'has none and not <a>'],
    [
      '{role, select, agent {A} other {B}}',
      '{role, select, agentin {A} other {B}}',
      'has {role as one of agentin',
    ],
    [
      '{n, plural, one {# lead} other {# leads}}',
      '{n, plural, other {# Leads}}',
      'lacks the plural form one',
    ],
    ['{form, select, one {A} other {B}}', '{form, select, other {B}}', 'lacks the plural form one'],
    ['Leads', '', 'is empty'],
    ['Leads', 'Leads {', 'can’t be read'],
  ])('of “%s” as “%s” is refused', (english, text, fault) => {
    const faults = findFaults({ a: english }, { locale: 'de', texts: { a: text } });
    expect(faults).toEqual([expect.stringContaining(`a ${fault}`)]);
  });

  it('has the plural forms of its own language, not those of English', () => {
    const english = { a: '{n, plural, =0 {None} one {# lead} other {# leads}}' };
    const inJapanese = (text: string) => findFaults(english, { locale: 'ja', texts: { a: text } });
    expect(inJapanese('{n, plural, =0 {なし} other {#件}}')).toEqual([]);
    expect(inJapanese('{n, plural, one {#件} other {#件}}')).toEqual([
      'a has the plural form one, which ja has not, or only for millions',
    ]);
    const inFrench = (text: string) => findFaults(english, { locale: 'fr', texts: { a: text } });
    expect(inFrench('{n, plural, =0 {Aucune} one {# piste} other {# pistes}}')).toEqual([]);
    expect(inFrench('{n, plural, one {# piste} many {# de pistes} other {# pistes}}')).toHaveLength(1);
  });

  it('uses no word that has a standard one', () => {
    expect(findAvoidedWords('en', { a: 'Switched off' })).toEqual(['a says “Switched off”']);
    expect(findAvoidedWords('en', { a: 'Turned off' })).toEqual([]);
  });

  it('names in its own quotes only what is on screen', () => {
    const german = { check: 'Jetzt prüfen', todo: 'Wählen Sie „Prüfen“ für „{label}“.' };
    expect(findLostNames('de', german)).toEqual(['todo names “Prüfen”, which is nowhere on screen']);
    expect(findLostNames('ja', { go: '確認', todo: '「確認」と「開始」。' })).toHaveLength(1);
  });

  it.each([
    ['fr', 'Supprimer ?'],
    ['fr', '« Vérifier\u00a0»'],
    ['ja', '詳細: 本日'],
    ['ja', '完了(本日)'],
    ['de', '"Prüfen" wählen'],
    ['en', "Don't wait..."],
  ])('in %s is not set as “%s”', (locale, text) => {
    expect(findMisprints(locale, { a: text })).toHaveLength(1);
  });

  it('has every key, and no other', () => {
    const found = findFaults({ a: { b: 'B', c: 'C' } }, { locale: 'de', texts: { a: { b: 'B' }, d: 'D' } });
    expect(found).toEqual(['a.c is missing', 'd is not in English']);
  });
});
