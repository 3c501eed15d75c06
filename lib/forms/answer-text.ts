import type { Formats, Moment } from '@/lib/core/formats';
import type { Field, FieldKind } from './field';
import { readAnswer } from './from-lead';
import { KINDS } from './kinds';
import { type Choosable, unknownChoice } from './read-value';

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

export type AnswerLabels = { formats: Formats; yes: string; no: string };

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
export function formatAnswer({ kind, currency, values }: FieldText, labels: AnswerLabels): AnswerPart[] {
  return values.map((value) => KINDS[kind].format(value, { ...labels, currency }));
}

/** The same as one text, for places without markup. */
export function answerText(field: FieldText, labels: AnswerLabels): string {
  return labels.formats.series(formatAnswer(field, labels).map(({ text }) => text));
}
