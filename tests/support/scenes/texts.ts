import { readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import type english from '@/messages/en.json';

type Texts = typeof english;

/** The desk's texts in the language of a scene, so that it finds buttons and labels in every language. */
export type Translate = ReturnType<typeof createTranslator<Texts>>;

/** @param language a code of `LOCALES` */
export function textsIn(language: string): Translate {
  // Read, not imported: Playwright cannot import JSON.
  const messages: Texts = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
  return createTranslator({ locale: language, messages });
}
