import 'server-only';
import type englishBroken from '@/messages/en.broken.json';
import type english from '@/messages/en.json';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales';

/** The texts of pages and mails in one language. */
export type Messages = typeof english;

/** The texts for when a page fails. */
export type BrokenMessages = typeof englishBroken;

type Files = { messages: Messages; broken: BrokenMessages };

/** The texts of a language, and its tag for `lang` and formats. */
export type Catalogue = Files & { tag: string };

type Texts = { [key: string]: string | Texts };

/**
 * The catalogue of a language. English where there is none: a person may have chosen a language that a later version
 * no longer has.
 */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const files = await readCatalogue(locale);
  return files ? { ...files, tag: locale } : { ...(await requireEnglish()), tag: DEFAULT_LOCALE };
}

let offered: Promise<readonly Locale[]> | undefined;

/** The languages to choose from: those whose catalogue is there and complete. Read once per process. */
export function offeredLocales(): Promise<readonly Locale[]> {
  offered ??= completeLocales(LOCALES);
  return offered;
}

/** Those of `candidates` whose catalogue is there and complete; without settings, for a terminal. */
export async function completeLocales(candidates: readonly Locale[]): Promise<readonly Locale[]> {
  const english = keysOf(await requireEnglish());
  const read = await Promise.all(
    candidates.map(async (locale) => {
      const catalogue = await readCatalogue(locale);
      return catalogue && isComplete(catalogue, english) ? [locale] : [];
    }),
  );
  return read.flat();
}

function isComplete(catalogue: Files, english: readonly string[]): boolean {
  const keys = new Set(keysOf(catalogue));
  return english.every((key) => keys.has(key));
}

function keysOf(texts: Texts, above = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [`${above}${key}`] : keysOf(text, `${above}${key}.`),
  );
}

async function requireEnglish(): Promise<Files> {
  const english = await readCatalogue(DEFAULT_LOCALE);
  if (!english) throw new Error('the English catalogue is missing');
  return english;
}

async function readCatalogue(locale: Locale): Promise<Files | undefined> {
  try {
    const [messages, broken] = await Promise.all([
      import(`../../messages/${locale}.json`),
      import(`../../messages/${locale}.broken.json`),
    ]);
    return { messages: messages.default, broken: broken.default };
  } catch {
    // Not translated yet: nothing else can fail here, as the build read each file.
    return undefined;
  }
}
