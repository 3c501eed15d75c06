import 'server-only';
import type englishBroken from '@/messages/en.broken.json';
import type english from '@/messages/en.json';
import type { Locale } from './locales';

/** The texts of pages and mails in one language. */
export type Messages = typeof english;

/** The texts for when a page fails. */
export type BrokenMessages = typeof englishBroken;

/** The texts of a language, and its tag for `lang` and formats. */
export type Catalogue = { messages: Messages; broken: BrokenMessages; tag: string };

/** The catalogue of a language. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const [messages, broken] = await Promise.all([
    import(`../../messages/${locale}.json`),
    import(`../../messages/${locale}.broken.json`),
  ]);
  return { messages: messages.default, broken: broken.default, tag: locale };
}
