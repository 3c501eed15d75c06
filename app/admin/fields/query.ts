import 'server-only';
import { z } from 'zod';
import type { SearchParams } from '@/lib/core/address';
import type { Db } from '@/lib/db/handle';
import { tellsElsewhere } from '@/lib/duplicates/elsewhere';
import { LOCALES, type Locale, type TextLanguage, textLanguage, textLanguages } from '@/lib/i18n/locales';
import { getStoredFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchema } from '@/lib/lead-schema/schema';
import { getSchemaHistory } from '@/lib/lead-schema/schema-history';
import { type ListedStatus, listStatuses, textVersion } from '@/lib/lead-schema/status-settings';
import { MAX_LENGTHS } from './command';

export const FIELDS_PARTS = ['fields', 'history', 'statuses'] as const;

export type FieldsPart = (typeof FIELDS_PARTS)[number];

/** The page's URL: which part, which page of the history, which open field, texts of which language. */
export type FieldsQuery = {
  part: FieldsPart;
  page: number;
  field?: string;
  texts: TextLanguage;
  languages: readonly TextLanguage[];
};

const querySchema = z.object({
  part: z.enum(FIELDS_PARTS).catch('fields'),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
  field: z.string().max(2_000).optional().catch(undefined),
  texts: z.enum(LOCALES).optional().catch(undefined),
});

/**
 * Reads the URL; invalid values fall back silently.
 *
 * @param main the default language of the admins' texts
 */
export function parseFieldsQuery(raw: SearchParams, main: Locale): FieldsQuery {
  const { texts = main, ...query } = querySchema.parse(raw);
  return { ...query, texts: textLanguage(texts, main), languages: textLanguages(main) };
}

/** The data of one part of the form page. */
export type FieldsPartData = Awaited<ReturnType<typeof getFieldsPart>>;

/** The color of a status and the version of each of its texts, for its form to send back. */
function shownStatus({ overrides = {} }: ListedStatus, languages: readonly TextLanguage[]): string {
  const { tone, position: _, translations = {}, ...main } = overrides;
  const texts = languages.map(({ locale, isDefault }) => {
    const own = Object.entries(isDefault ? main : (translations[locale] ?? {}));
    return [locale, Object.fromEntries(own.map(([part, text]) => [part, textVersion(text)]))];
  });
  return JSON.stringify({ tone, texts: Object.fromEntries(texts) });
}

/** The data of one part of the fields page, for admins only: the history of the form, the statuses, or the fields. */
export async function getFieldsPart(db: Db, { part, page, field, texts, languages }: FieldsQuery) {
  switch (part) {
    case 'history':
      return { part, history: await getSchemaHistory(db, { page }) };
    case 'statuses': {
      const { rows, more } = await listStatuses(db);
      const shown = rows.map((row) => ({ ...row, shown: shownStatus(row, languages) }));
      return { part, rows: shown, more, languages, limits: MAX_LENGTHS };
    }
    case 'fields': {
      const [known, stored, isNotifiedElsewhere] = await Promise.all([
        findSchema(db),
        getStoredFieldOverrides(db),
        tellsElsewhere(db),
      ]);
      return {
        part,
        known,
        stored,
        isNotifiedElsewhere,
        texts,
        languages,
        fieldId: field,
        limits: MAX_LENGTHS,
      };
    }
  }
}
