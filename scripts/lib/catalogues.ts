import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { textsOf } from './texts';

type Texts = Parameters<typeof textsOf>[0];

/** Its options are plural forms: the browser chooses, because only it knows the count (`pluralTexts`). */
const PLURAL_FORM = 'form';

/**
 * What is wrong with a translation, one line each: keys that only one of the two has, other placeholders, tags or
 * choices than in English, and plural forms that the language has and the text has not, or the other way round.
 */
export function findFaults(english: Texts, { locale, texts }: { locale: string; texts: Texts }): string[] {
  const original = new Map(textsOf(english).map(({ path, text }) => [path, text]));
  const translated = new Map(textsOf(texts).map(({ path, text }) => [path, text]));
  const missing = [...original.keys()]
    .filter((path) => !translated.has(path))
    .map((path) => `${path} is missing`);
  const faults = [...translated].flatMap(([path, text]) => {
    const source = original.get(path);
    if (source === undefined) return [`${path} is not in English`];
    return findTextFaults(source, { locale, text }).map((fault) => `${path} ${fault}`);
  });
  return [...missing, ...faults];
}

function findTextFaults(english: string, { locale, text }: { locale: string; text: string }): string[] {
  if (text.trim() === '' && english.trim() !== '') return ['is empty'];
  try {
    const [original, translated] = [readParts(english), readParts(text)];
    const places = sameSets([...original.places], [...translated.places])
      ? []
      : [`has ${list(translated.places)} and not ${list(original.places)}`];
    // Where English has one text for all numbers, another language may as well.
    const simple = original.plurals.filter(isSimple).map(({ name }) => name);
    const plurals = translated.plurals
      .filter((plural) => !(isSimple(plural) && simple.includes(plural.name)))
      .flatMap((plural) => findPluralFaults(locale, plural));
    return [...places, ...plurals];
  } catch (error) {
    return [`can’t be read: ${error instanceof Error ? error.message : error}`];
  }
}

/** How each language quotes the name of a button, a page or a step. */
const QUOTES: Readonly<Record<string, RegExp>> = {
  en: /“([^”]+)”/g,
  de: /„([^“]+)“/g,
  fr: /«[\u00a0\u202f]([^»]+)[\u00a0\u202f]»/g,
  es: /«([^»]+)»/g,
  pt: /“([^”]+)”/g,
  ja: /「([^」]+)」/g,
};

/** The portal's own pages, as its documentation names them in English. */
const PORTAL_PAGES = ['Portal Setup', 'Other', 'Developer / API Keys'];

/** Names in quotes that no text of this language has: a button that was renamed, and the sentence about it was not. */
export function findLostNames(locale: string, texts: Texts): string[] {
  const all = textsOf(texts);
  const shown = new Set([...PORTAL_PAGES, ...all.map(({ text }) => text)]);
  return all.flatMap(({ path, text }) =>
    [...text.matchAll(QUOTES[locale] ?? /$^/g)]
      .map(([, name = '']) => name)
      .filter((name) => !name.includes('{') && !shown.has(name))
      .map((name) => `${path} names “${name}”, which is nowhere on screen`),
  );
}

/** What a typesetter of the language would not let pass: ordinary spaces before French marks, half-width Japanese ones. */
const MISPRINTS: Readonly<Record<string, RegExp>> = { fr: / [:;?!»](?!\/)|« /, ja: /[()]|:(?!\/)/ };
const MISPRINTS_ANYWHERE = /["']|\.\.\.|\S {2}\S/;

/** Texts whose quotes, spaces or marks are not those of the language. */
export function findMisprints(locale: string, texts: Texts): string[] {
  return textsOf(texts)
    .filter(({ text }) => MISPRINTS_ANYWHERE.test(text) || MISPRINTS[locale]?.test(text))
    .map(({ path, text }) => `${path}: ${text}`);
}

/** Words that have another, standard one, or sound translated, in each language. */
const AVOIDED: Readonly<Record<string, RegExp>> = {
  en: /\bswitche?d? (?:on|off)\b|\bact(?:s|ing)? for\b|\bno longer (?:here|there)\b|\bnext (?:click|page on)\b|\banswer times?\b|\bwhat is older\b|\bleft out\b|\bclick\b/i,
  de: /übertrag|klick/i,
  es: /\bclic|[“”]/i,
  fr: /cliqu|\bclic\b|téléverse/i,
  pt: /\bupload|cliqu/i,
  ja: /クリック|提出/,
};

/** Texts with words to avoid: the same thing has one word on every page. */
export function findAvoidedWords(locale: string, texts: Texts): string[] {
  return textsOf(texts).flatMap(({ path, text }) => {
    const [word] = AVOIDED[locale]?.exec(text) ?? [];
    return word === undefined ? [] : [`${path} says “${word}”`];
  });
}

type Parts = {
  /** Placeholders with their type, choices with their options, and tags. */
  places: Set<string>;
  plurals: Plural[];
};

type Plural = {
  name: string;
  forms: string[];
  /** Numbers with a text of their own, such as `=0`. */
  exact: number[];
  type: Intl.PluralRuleType;
};

const isSimple = ({ forms }: Plural) => forms.length === 1;

/** The numbers that a text is read with. French, Spanish and Portuguese have one more form, for whole millions. */
const COUNTS = [...Array(200).keys()];

/** A form that is not there must not be needed: `=1` stands in for the English form of exactly one. */
function findPluralFaults(locale: string, { forms, exact, type }: Plural): string[] {
  const rules = new Intl.PluralRules(locale, { type });
  const formsOf = (counts: readonly number[]) => new Set<string>(counts.map((count) => rules.select(count)));
  const needed = formsOf(COUNTS.filter((count) => !exact.includes(count)));
  const known = formsOf(COUNTS).add('other');
  return [
    ...[...needed].filter((form) => !forms.includes(form)).map((form) => `lacks the plural form ${form}`),
    ...forms
      .filter((form) => !known.has(form))
      .map((form) => `has the plural form ${form}, which ${locale} has not, or only for millions`),
  ];
}

function readParts(text: string): Parts {
  const parts: Parts = { places: new Set(), plurals: [] };
  collect(parse(text), parts);
  return parts;
}

function collect(elements: readonly MessageFormatElement[], parts: Parts): void {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break;
      case TYPE.tag:
        parts.places.add(`<${element.value}>`);
        collect(element.children, parts);
        break;
      case TYPE.select:
      case TYPE.plural:
        collectOptions(element, parts);
        break;
      default:
        parts.places.add(
          `{${element.value}${element.type === TYPE.argument ? '' : ` as ${TYPE[element.type]}`}}`,
        );
    }
  }
}

function collectOptions(
  element: Extract<MessageFormatElement, { type: TYPE.select | TYPE.plural }>,
  parts: Parts,
): void {
  const options = Object.keys(element.options);
  const forms = options.filter((option) => !option.startsWith('='));
  const exact = options.filter((option) => option.startsWith('=')).map((option) => Number(option.slice(1)));
  if (element.type === TYPE.plural) {
    parts.places.add(`{${element.value} as plural}`);
    parts.plurals.push({ name: element.value, forms, exact, type: element.pluralType ?? 'cardinal' });
  } else if (element.value === PLURAL_FORM) {
    parts.places.add(`{${element.value} as plural form}`);
    parts.plurals.push({ name: element.value, forms, exact, type: 'cardinal' });
  } else {
    parts.places.add(`{${element.value} as one of ${options.toSorted().join('|')}}`);
  }
  for (const { value } of Object.values(element.options)) collect(value, parts);
}

const sameSets = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.toSorted().join('\n') === other.toSorted().join('\n');

const list = (names: Iterable<string>) => [...names].toSorted().join(', ') || 'none';
