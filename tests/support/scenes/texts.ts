import { readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import { DEFAULT_LOCALE, PSEUDO } from '@/lib/i18n/locales';
import type english from '@/messages/en.json';
import { toPseudo } from '@/scripts/lib/pseudo';

type Texts = typeof english;

/** The desk's texts in the language of a scene, so that it finds buttons and labels in every language. */
export type Translate = ReturnType<typeof createTranslator<Texts>>;

/** @param language a code of `LOCALES`, or the pseudo-language */
export function textsIn(language: string): Translate {
  const messages = language === PSEUDO ? toPseudo(readTexts(DEFAULT_LOCALE)) : readTexts(language);
  return createTranslator({
    locale: language === PSEUDO ? DEFAULT_LOCALE : language,
    messages: messages as Texts,
  });
}

/** Read, not imported: Playwright cannot import JSON. */
function readTexts(language: string): Texts {
  return JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
}
