import { getOwn } from '@/lib/core/own';
import type { Field } from './field';
import {
  type FieldTexts,
  isHidden,
  type StoredFieldOverride,
  type StoredFieldOverrides,
  usualName,
} from './field-overrides';

/** An admin's texts about fields in other languages than the desk's own, and what people see without them. */

type FieldTranslations = NonNullable<StoredFieldOverride['translations']>;

/** The parts of a field that have texts. */
export const TEXT_PARTS = ['label', 'help', 'group'] as const satisfies readonly (keyof FieldTexts)[];
export type TextPart = (typeof TEXT_PARTS)[number];

/** The translations with these texts in one language; empty texts and languages without any are left out. */
export function withTexts(
  translations: Readonly<Record<string, Texts>>,
  { language, texts }: { language: string; texts: Texts },
): Record<string, Texts> {
  const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const all = Object.entries({ ...translations, [language]: written });
  return Object.fromEntries(all.filter(([, each]) => Object.keys(each).length > 0));
}

/**
 * A field's translations under another heading. A heading belongs to all of its fields, so the field takes over
 * how it reads in every language; how its former one did is dropped.
 */
export function underHeading(
  translations: FieldTranslations,
  { group, stored }: { group: string | undefined; stored: StoredFieldOverrides },
): FieldTranslations {
  const sharing = [...stored.values()].find((override) => override.group === group);
  const headings = group === undefined ? {} : (sharing?.translations ?? {});
  const languages = new Set([...Object.keys(translations), ...Object.keys(headings)]);
  return [...languages].reduce((changed, language) => {
    const texts = { ...getOwn(translations, language), group: getOwn(headings, language)?.group };
    return withTexts(changed, { language, texts });
  }, translations);
}

/** One text of a field in one language. */
export type ShownText = {
  /** The admin's text in this language; '' for none. */
  own: string;
  /** What people see without it: '' for nothing. */
  fallback: string;
  /** Where the fallback is from: the admin's text in the desk's own language, the portal, or the usual name of the field. */
  from: 'desk' | 'portal' | 'usual';
};

/** What people see of a field in one language. */
export type FieldInLanguage = Record<TextPart, ShownText> & {
  /** True if everything that people see has a text in this language. */
  isTranslated: boolean;
};

/** What people see of a field in another language than the desk's own. */
export function fieldIn(
  field: Pick<Field, 'id' | 'label' | 'labels' | 'help'>,
  { stored, language }: { stored: StoredFieldOverrides; language: string },
): FieldInLanguage {
  const override: StoredFieldOverride | undefined = stored.get(field.id);
  const texts = getOwn(override?.translations ?? {}, language) ?? {};
  const inLanguage = getOwn(field.labels ?? {}, language);
  const label = inLanguage ?? (field.label.trim() || field.id);
  const portal: FieldTexts = { label, help: field.help?.trim() };
  const usual: FieldTexts = { label: usualName(field, language) };
  const shownOf = (part: TextPart): ShownText => ({
    own: texts[part] ?? '',
    fallback: override?.[part] ?? usual[part] ?? portal[part] ?? '',
    from: override?.[part] !== undefined ? 'desk' : usual[part] === undefined ? 'portal' : 'usual',
  });
  const shown = { label: shownOf('label'), help: shownOf('help'), group: shownOf('group') };
  const isTranslated = TEXT_PARTS.every((part) => {
    const { own, fallback, from } = shown[part];
    const isPortals = part === 'label' && from === 'portal' && inLanguage !== undefined;
    return own !== '' || fallback === '' || from === 'usual' || isPortals;
  });
  return { ...shown, isTranslated };
}

/** The fields that people see, which are those to translate: not the hidden ones, nor what the desk fills in itself. */
export function fieldsToTranslate<Listed extends Pick<Field, 'id' | 'required' | 'hidden'>>(
  fields: readonly Listed[],
  stored: StoredFieldOverrides,
): Listed[] {
  return fields.filter((field) => !field.hidden && !isHidden(field, stored));
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The texts of a field or a status without a language, which are in the default one, and those in others. */
export type TextsByLanguage = { texts: Texts; translations: Readonly<Record<string, Texts>> };

/**
 * The texts under another default language: those written in it become the texts without a language, and those that
 * they replace stay, in the former one. What has no text in it keeps its text without a language.
 */
export function underDefault(
  { texts, translations }: TextsByLanguage,
  { from, to }: { from: string; to: string },
): TextsByLanguage {
  const written = getOwn(translations, to) ?? {};
  const replaced = Object.keys(written).filter((part) => texts[part] !== undefined);
  const former = Object.fromEntries(replaced.map((part) => [part, texts[part]]));
  const withFormer = withTexts(translations, {
    language: from,
    texts: { ...getOwn(translations, from), ...former },
  });
  return {
    texts: { ...texts, ...written },
    translations: withTexts(withFormer, { language: to, texts: {} }),
  };
}
