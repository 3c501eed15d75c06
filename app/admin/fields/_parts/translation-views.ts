import { getTranslations } from 'next-intl/server';
import { isolate } from '@/lib/core/isolate';
import type { Field, LeadSchema } from '@/lib/forms/field';
import { orderFields, type StoredFieldOverrides } from '@/lib/forms/field-overrides';
import {
  fieldIn,
  fieldsToTranslate,
  type ShownText,
  TEXT_PARTS,
  type TextPart,
} from '@/lib/forms/field-translations';
import { shownVersion } from '@/lib/forms/stale-check';
import type { Locale, TextLanguage } from '@/lib/i18n/locales';
import { fieldsAddress } from './field-view';
import { defaultName } from './text-languages';

/** One text of an admin in one language. */
export type TextView = {
  own: string;
  /** What people see without it; '' for nothing. */
  fallback: string;
  /** The same as a sentence, with where it is from. */
  note: string;
};

/** A field and its texts in one language; `group` is undefined for a field without a heading. */
export type TranslationView = {
  id: string;
  /** Its label in the desk's own language. */
  label: string;
  href: string;
  texts: { label: TextView; help: TextView; group: TextView | undefined };
  /** The heading that the group's text translates. */
  heading: string;
  isTranslated: boolean;
  shown: string;
};

type Languages = { texts: TextLanguage; languages: readonly TextLanguage[] };
type Source = Languages & { schema: LeadSchema; stored: StoredFieldOverrides };

/** The fields that people see, with their texts in one language, in their order. */
export async function toTranslationViews({ schema, stored, texts, languages }: Source) {
  const toText = await textLabels(languages);
  return orderFields(fieldsToTranslate(schema.fields, stored), stored).map((field): TranslationView => {
    const { isTranslated, ...shown } = fieldIn(field, { stored, language: texts.locale });
    const own = (part: TextPart) => shown[part].own || undefined;
    return {
      id: field.id,
      label: isolate(shown.label.fallback),
      href: fieldsAddress('fields', { texts, field: field.id }),
      texts: {
        label: toText(shown.label),
        help: toText(shown.help),
        group: shown.group.fallback === '' ? undefined : toText(shown.group),
      },
      heading: isolate(shown.group.fallback),
      isTranslated,
      shown: shownVersion(Object.fromEntries(TEXT_PARTS.map((part) => [part, own(part)]))),
    };
  });
}

/** How many of these fields are translated into a language. */
export function countTranslated(
  fields: readonly Field[],
  { stored, locale }: { stored: StoredFieldOverrides; locale: Locale },
): number {
  return fields.filter((field) => fieldIn(field, { stored, language: locale }).isTranslated).length;
}

async function textLabels(languages: readonly TextLanguage[]): Promise<(shown: ShownText) => TextView> {
  const t = await getTranslations('Fields');
  const desk = await defaultName(languages);
  return ({ own, fallback, from }) => {
    const written = own === '' ? 'no' : 'yes';
    const text = isolate(fallback);
    const note =
      fallback === ''
        ? t('nothingShown', { written })
        : t('shownInstead', { written, text, from, own: desk });
    return { own, fallback, note };
  };
}
