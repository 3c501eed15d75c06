import { readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import { PSEUDO } from '@/lib/i18n/locales';
import english from '@/messages/en.json';
import { toPseudo } from '@/scripts/lib/pseudo';

/** The desk's texts in the language of a picture, so that scenes find buttons and labels in every language. */
export type Translate = ReturnType<typeof createTranslator<typeof english>>;

/** @param language a code of `LOCALES`, or the pseudo-language */
export function textsIn(language: string): Translate {
  const texts: unknown =
    language === PSEUDO ? toPseudo(english) : JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
  return createTranslator({
    locale: language === PSEUDO ? 'en' : language,
    messages: texts as typeof english,
  });
}
