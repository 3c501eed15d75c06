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

/** A list as the language writes it: "A, B, and C"; `isOpen` if the sentence counts more behind it: "A, B, C". */
export function toList(locale: string, texts: readonly string[], { isOpen = false } = {}): string {
  return new Intl.ListFormat(locale, { type: isOpen ? 'unit' : 'conjunction' }).format(texts);
}
