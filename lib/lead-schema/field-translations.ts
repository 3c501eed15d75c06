import 'server-only';
import { eq } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { fieldSettings } from '@/lib/db/schema/admin';
import type { FieldTexts } from '@/lib/forms/field-overrides';
import { TEXT_PARTS, withTexts } from '@/lib/forms/field-translations';
import { LOCALE_NAMES, type Locale } from '@/lib/i18n/locales';
import { lockFieldOverrides, SAYS_NOTHING } from './field-settings';
import { getTextLanguage } from './text-language';

/**
 * Sets an admin's texts about a field in another language than the default one; where one is missing, people see the
 * text they would see otherwise. The heading is that of all fields under it, and only a field with a heading has
 * one. The last of two admins wins.
 *
 * @param language its code
 * @returns the previous texts, so that the caller can detect that they were outdated on the page; undefined if the
 *   language is the default one now
 */
export async function setFieldTexts(
  db: Db,
  task: { fieldId: string; language: Locale; texts: FieldTexts; by: Actor; at: Date },
): Promise<FieldTexts | undefined> {
  const { fieldId, language, by, at } = task;
  return db.transaction(async (tx) => {
    const stored = await lockFieldOverrides(tx);
    if (language === (await getTextLanguage(tx))) return undefined;
    const { group, translations = {} } = stored.get(fieldId) ?? {};
    const before = getOwn(translations, language) ?? {};
    const texts = { ...task.texts, group: group === undefined ? undefined : task.texts.group };
    const set = { translations: withTexts(translations, { language, texts }) };
    await tx
      .insert(fieldSettings)
      .values({ fieldId, ...set })
      .onConflictDoUpdate({ target: fieldSettings.fieldId, set });
    const sharing = [...stored].filter(([id, each]) => id !== fieldId && each.group === group);
    for (const [id, { translations: others = {} }] of group === undefined ? [] : sharing) {
      const shared = { ...getOwn(others, language), group: texts.group };
      await tx
        .update(fieldSettings)
        .set({ translations: withTexts(others, { language, texts: shared }) })
        .where(eq(fieldSettings.fieldId, id));
    }
    await tx.delete(fieldSettings).where(SAYS_NOTHING);
    const changes = differences(before, texts);
    if (Object.keys(changes).length > 0) {
      const detail = { language: LOCALE_NAMES[language], ...changes };
      await writeAudit(tx, { by, event: 'field.changed', subject: fieldId, detail, at });
    }
    return before;
  });
}

/** What changed, for the audit log: before and after, null for no text. */
function differences(before: FieldTexts, after: FieldTexts): AuditDetail {
  const detail: AuditDetail = {};
  for (const part of TEXT_PARTS) {
    const [was, is] = [before[part] ?? null, after[part] ?? null];
    if (was === is) continue;
    detail[`${part}Was` as const] = was;
    detail[part] = is;
  }
  return detail;
}
