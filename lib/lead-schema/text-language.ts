import 'server-only';
import { z } from 'zod';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@/lib/i18n/locales';

const TEXT_LANGUAGE = { name: 'text-language', schema: z.enum(LOCALES) } as const;

/** The default language of the admins' texts: the one of those without a language. English until an admin says so. */
export async function getTextLanguage(db: Db): Promise<Locale> {
  return (await readSetting(db, TEXT_LANGUAGE))?.value ?? DEFAULT_LOCALE;
}

/** Stores it. Call under the locks of the texts: none is ever stored as a translation into the default language. */
export async function writeTextLanguage(
  tx: Db,
  { language, now }: { language: (typeof LOCALES)[number]; now: Date },
): Promise<void> {
  await writeSetting(tx, TEXT_LANGUAGE, { value: language, now });
}
