import type { Formats, Moment } from '@/lib/core/formats';
import { isInstant, isRealDate, isWallTime } from './dates';
import type { Field, FieldKind } from './field';
import { type Choosable, readAnswer, readStoredNumber, unknownChoice } from './from-lead';

/**
 * The one way in which answers become words: on the lead page, in its history, on a submission's page, for
 * admins, and where two answers are compared. Runs anywhere.
 */

/** A field with its answer: choices by their labels, everything else still to be formatted by kind. */
export type FieldText = {
  id: string;
  /** Its last label; falls back to the id. */
  label: string;
  kind: FieldKind;
  /**
   * Empty, one, or for multi-picklists several: labels of options, numbers as decimals, dates as YYYY-MM-DD,
   * date-times as ISO, booleans as true/false.
   */
  values: string[];
  currency?: string;
};

/** One value in words. `href`: what a tap on it opens. */
export type AnswerPart = { text: string; moment?: Moment; href?: string };

export type AnswerWords = { formats: Formats; yes: string; no: string };

type Labelled = Pick<Field, 'id' | 'label' | 'currency'> & Choosable;

/**
 * A field with a value as the service sends it or as an answer is stored. A value that does not fit the field
 * stays as it is; a choice that the field does not have keeps the label that came with it, if any.
 */
export function toFieldText(field: Labelled, value: unknown): FieldText {
  const { id, label, kind, currency } = field;
  const several = Array.isArray(value) && kind !== 'multi-picklist' ? value.flat(Infinity) : [value];
  return { id, label, kind, currency, values: several.flatMap((one) => toTexts(field, one)) };
}

function toTexts(field: Labelled, value: unknown): string[] {
  const answer = readAnswer(field, value);
  if (answer === undefined) return [];
  const labels = new Map(field.options?.map((option) => [String(option.value), option.label]));
  const sent = new Map(
    [value].flat().map((one) => {
      const choice = unknownChoice(one);
      return [String(choice.value), choice.label];
    }),
  );
  return [answer]
    .flat()
    .map(String)
    .map((text) => labels.get(text) || sent.get(text) || text);
}

/** The answer in words, one part for each value; a value that does not fit its kind is shown verbatim. */
export function formatAnswer({ kind, currency, values }: FieldText, words: AnswerWords): AnswerPart[] {
  return values.map((value) => formatValue({ kind, currency, value }, words));
}

/** The same as one text, for places without markup. */
export function answerText(field: FieldText, words: AnswerWords): string {
  return words.formats.series(formatAnswer(field, words).map(({ text }) => text));
}

type Single = Pick<FieldText, 'kind' | 'currency'> & { value: string };

function formatValue({ kind, currency, value }: Single, words: AnswerWords): AnswerPart {
  const { formats } = words;
  switch (kind) {
    case 'number':
    case 'integer':
      return inNumbers(value, formats.number);
    case 'percent':
      return inNumbers(value, formats.percent);
    case 'currency':
      return inNumbers(value, (number) => formats.money(number, currency));
    case 'boolean':
      return { text: value === 'true' ? words.yes : value === 'false' ? words.no : value };
    case 'date':
      return { text: isRealDate(value) ? formats.day(value) : value };
    case 'email':
      return { text: value, href: `mailto:${value}` };
    case 'phone':
      return { text: value, href: `tel:${value.replace(/[^\d+]/g, '')}` };
    case 'url':
      return isWebAddress(value) ? { text: value, href: value } : { text: value };
    case 'date-time':
      return inTime(value, formats);
    default:
      // Nobody writes such a text by hand: a portal's time of a kind that this desk does not know.
      return value.charAt(10) === 'T' ? inTime(value, formats) : { text: value };
  }
}

/** A number that a double would change stays as it was sent. */
function inNumbers(value: string, format: (value: number) => string): AnswerPart {
  const number = readStoredNumber(value);
  return { text: typeof number === 'number' ? format(number) : number };
}

/** To the second only where there are seconds: two times that differ must not look the same. */
function inTime(value: string, formats: Formats): AnswerPart {
  if (isWallTime(value)) return { text: formats.wallTime(value) };
  if (!isInstant(value)) return { text: value };
  const hasSeconds = Date.parse(value) % 60_000 >= 1_000;
  const moment = hasSeconds ? formats.preciseMoment(value) : formats.moment(value);
  return { text: moment.text, moment };
}

/** Only addresses that a browser opens as a page: never `javascript:` and similar. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
