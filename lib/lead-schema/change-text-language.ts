import 'server-only';
import { eq } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { fieldSettings, statusSettings } from '@/lib/db/schema/admin';
import { underDefault } from '@/lib/forms/field-translations';
import { LOCALE_NAMES, type LOCALES, type Locale } from '@/lib/i18n/locales';
import { lockFieldOverrides } from './field-settings';
import { lockStatusOverrides } from './status-settings';
import { getTextLanguage, writeTextLanguage } from './text-language';

type Languages = { from: Locale; to: Locale };

/**
 * Says in which language the admins' texts without a language are. Texts already written in it become those without a
 * language, and what they replace stays as a translation into the former default: no text is lost, and people see
 * their own language as before.
 *
 * @returns the former default language
 */
export async function changeTextLanguage(
  db: Db,
  { language: to, by, at }: { language: (typeof LOCALES)[number]; by: Actor; at: Date },
): Promise<Locale> {
  return db.transaction(async (tx) => {
    const fields = await lockFieldOverrides(tx);
    await lockStatusOverrides(tx);
    const from = await getTextLanguage(tx);
    if (from === to) return from;
    for (const [fieldId, { label, help, group, translations = {} }] of fields) {
      const moved = underDefault({ texts: { label, help, group }, translations }, { from, to });
      const { group: groupName, ...texts } = moved.texts;
      const set = { ...texts, groupName, translations: moved.translations };
      await tx.update(fieldSettings).set(set).where(eq(fieldSettings.fieldId, fieldId));
    }
    await moveStatusTexts(tx, { from, to });
    await writeTextLanguage(tx, { language: to, now: at });
    await writeAudit(tx, { by, event: 'texts.language-changed', subject: LOCALE_NAMES[to], at });
    return from;
  });
}

async function moveStatusTexts(tx: Db, languages: Languages): Promise<void> {
  for (const { status, texts, translations } of await tx.select().from(statusSettings)) {
    const set = underDefault({ texts, translations }, languages);
    await tx.update(statusSettings).set(set).where(eq(statusSettings.status, status));
  }
}
