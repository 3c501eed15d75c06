import 'server-only';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Field } from '@/lib/forms/field';
import { toFieldTokens } from '@/lib/forms/field-tokens';

/**
 * Choices as the cell of a table, written by an export and by the check of an import, and read by an import: what was
 * written is read as the same choices, whatever their labels contain.
 */

type Options = readonly Pick<NonNullable<Field['options']>[number], 'value' | 'label'>[];
type Lookup = Record<'exact' | 'alike', ReadonlyMap<string, string>>;

/** Made once for each field: a file may ask ten thousand times for one of hundreds of options. */
const lookups = new WeakMap<Options, Lookup>();

/** An option's value by the value or the label, if need be whatever their case and accents. */
export function findChoice(options: Options, text: string): string | undefined {
  const { exact, alike } = lookups.get(options) ?? makeLookup(options);
  const tokens = toFieldTokens(text);
  return exact.get(toLine(text)) ?? (tokens === '' ? undefined : alike.get(tokens));
}

/** Blanks and line ends, as forms and files change them, tell no choices apart. */
const toLine = (text: string) => text.trim().replace(/\s+/g, ' ');

/** Values come before labels, and earlier options before later ones. */
function makeLookup(options: Options): Lookup {
  const named = (nameOf: (text: string) => string) => {
    const byLabel = options.map(({ value, label }) => [nameOf(label), String(value)] as const);
    const byValue = options.map(({ value }) => [nameOf(String(value)), String(value)] as const);
    return new Map([...byValue, ...byLabel].reverse());
  };
  const lookup = { exact: named(toLine), alike: named(toFieldTokens) };
  lookups.set(options, lookup);
  return lookup;
}

/** The label of a choice, or its value where another choice would be found by that label. */
export function writeChoice(options: Options, value: string): string {
  const label = options.find((option) => String(option.value) === value)?.label ?? value;
  return findChoice(options, label) === value || findChoice(options, value) !== value ? label : value;
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const needsQuotes = (text: string) => /[;|,"\r\n]|^\s|\s$/.test(text);

/** Several choices, separated by semicolons; in quotes where that could be read as others. */
export function writeChoices(options: Options, values: readonly string[]): string {
  const texts = values.map((value) => writeChoice(options, value));
  const text = texts.map((one) => (needsQuotes(one) ? quote(one) : one)).join('; ');
  const isOne = texts.length > 1 && findChoice(options, text) !== undefined;
  return isOne ? texts.map(quote).join('; ') : text;
}

/** Several options, separated in one of the usual ways, unless the whole text is one. */
export function readChoices(options: Options, text: string): string[] {
  const quoted = readQuoted(text)?.map((part) => findChoice(options, part));
  if (quoted?.every((part) => part !== undefined)) return [...new Set(quoted)];
  const whole = findChoice(options, text);
  if (whole !== undefined) return [whole];
  const parts = [';', '|', '\n', ','].map((mark) =>
    text
      .split(mark)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
  const known = parts.find((some) => some.every((part) => findChoice(options, part) !== undefined));
  const chosen = known ?? parts.find((some) => some.length > 1) ?? [text.trim()];
  return [...new Set(chosen.map((part) => findChoice(options, part) ?? part))];
}

/** The parts of a text of which some are in quotes; undefined of any other text. */
export function readQuoted(text: string): string[] | undefined {
  if (!text.includes('"')) return undefined;
  try {
    const rows = z
      .array(z.array(z.string()))
      .parse(parse(text, { delimiter: ';', trim: true, record_delimiter: '\0' }));
    return rows[0];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}
