/** A text in every plural form of a language, for counts that only the browser knows. `{count}` is filled in there. */
export type PluralTexts = Partial<Record<Intl.LDMLPluralRule, string>>;

/** The text of each plural form that the language has. */
export function pluralTexts(locale: string, textOf: (form: Intl.LDMLPluralRule) => string): PluralTexts {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return Object.fromEntries(forms.map((form) => [form, textOf(form)]));
}

/** The text for this count, with the count filled in. */
export function pluralText(locale: string, texts: PluralTexts, count: number): string {
  const text = texts[new Intl.PluralRules(locale).select(count)] ?? texts.other ?? '';
  return text.replace('{count}', String(count));
}

/** A text in several languages, by language code (`de`). */
export type Translations = Readonly<Record<string, string>>;

/** The code of the language of a tag (BCP 47): `de` of `de-AT`. */
export function languageOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** A list as the language writes it in a sentence: "A, B, and C". */
export function toList(locale: string, texts: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
}

/** Values side by side, or a list that the sentence goes on with: "A, B, C". */
export function toSeries(locale: string, texts: readonly string[]): string {
  return texts.join(seriesSeparator(locale));
}

/** What a language puts between the first items of a list: ", " or "、". */
export function seriesSeparator(locale: string): string {
  const [, separator] = new Intl.ListFormat(locale, { type: 'conjunction' }).formatToParts(['1', '2', '3']);
  return separator?.value ?? ', ';
}
