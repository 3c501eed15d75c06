import 'server-only';
import type { AskedFormat, FileFormat } from '@/lib/db/schema/imports';
import { FAMILY_OF, type FieldKind } from '@/lib/forms/field';
import { decimalSeparator } from '@/lib/forms/numbers';
import type { Cell } from '@/lib/import-files/table';
import { numberOfAmount } from '@/lib/import-files/written-amount';

/** The orders in which dates are written. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;

/** How the reader of a language writes numbers and dates. */
export function formatOf(locale: string): FileFormat {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type.charAt(0));
  const order = parts.filter((letter) => 'dmy'.includes(letter)).join('');
  return { decimal: decimalSeparator(locale), dates: DATE_ORDERS.find((one) => one === order) ?? 'dmy' };
}

/**
 * What single cells show: a decimal separator, or what a date begins with. `other`: not with the year; `dotted`: written with
 * dots, and so with the day first, which says nothing about other dates.
 */
type Evidence = Set<'point' | 'comma' | 'year' | 'other' | 'dotted' | 'day' | 'month'>;

/** Takes cells in, as many as there are, and keeps only what they show. */
export type FormatGuess = {
  add: (kind: FieldKind, cells: readonly Cell[]) => void;
  /**
   * The file format that some of all cells show. Where none does, or they contradict each other, those of the reader are
   * offered, but nothing that has two interpretations is read by them: the person is asked.
   */
  fileFormat: (locale: string) => FileFormat;
};

export function guessFormat(): FormatGuess {
  const shown: Evidence = new Set();
  return {
    add(kind, cells) {
      const family = FAMILY_OF[kind];
      const read = family === 'number' ? readNumber : family === 'date' ? readDate : undefined;
      if (read) for (const cell of cells) if (typeof cell === 'string') read(shown, cell);
    },
    fileFormat(locale) {
      const usual = formatOf(locale);
      const decimal = decimalShown(shown);
      const dates = orderShown(shown);
      const unsure: AskedFormat[] = [
        ...(decimal ? [] : ['decimal' as const]),
        ...(dates ? [] : ['dates' as const]),
      ];
      return { decimal: decimal ?? usual.decimal, dates: dates ?? usual.dates, unsure };
    },
  };
}

/** Only what has one interpretation counts: "1.234,5" and "12,5" do, "1.234" does not, nor does a date such as "31.12.2027". */
const POINT = /^[^.]*\d\.(?:\d{1,2}|\d{4,})\D*$|\d,\d{3},\d{3}/;
const COMMA = /^[^,]*\d,(?:\d{1,2}|\d{4,})\D*$|\d\.\d{3}\.\d{3}/;

function readNumber(shown: Evidence, text: string): void {
  // A number of a workbook is not as a person wrote it.
  if (numberOfAmount(text) !== undefined) return;
  if (POINT.test(text)) shown.add('point');
  if (COMMA.test(text)) shown.add('comma');
}

function decimalShown(shown: Evidence): FileFormat['decimal'] | undefined {
  // A file with both shows nothing: what has two interpretations is asked about, not read as most of them are.
  if (shown.has('point') === shown.has('comma')) return undefined;
  return shown.has('point') ? '.' : ',';
}

const DATE = /^\s*(\d{1,4})([./-])\s?(\d{1,2})\2\s?\d{1,4}\b/;

function readDate(shown: Evidence, text: string): void {
  const [, first = '', separator, second = ''] = DATE.exec(text) ?? [];
  if (first === '') return;
  if (separator === '.' && first.length < 4 && Number(second) <= 12) {
    shown.add('dotted');
    return;
  }
  // With four digits first it is the year, whatever the others are.
  if (first.length === 4) shown.add('year');
  else shown.add('other');
  if (first.length < 4 && Number(first) > 12) shown.add('day');
  if (first.length < 4 && Number(second) > 12) shown.add('month');
}

function orderShown(shown: Evidence): FileFormat['dates'] | undefined {
  const isDotted = shown.has('dotted');
  if (!shown.has('other')) return isDotted ? 'dmy' : shown.has('year') ? 'ymd' : undefined;
  if (shown.has('day') === shown.has('month')) return undefined;
  if (shown.has('day')) return 'dmy';
  return isDotted ? undefined : 'mdy';
}

/** The file format that a person chose, as far as the columns that they chose for depend on them; else as the file shows. */
export function keepChosen(
  chosen: FileFormat,
  { guess, columns }: { guess: FileFormat; columns: readonly { kind: FieldKind }[] },
): FileFormat {
  const appliesTo = (askedFormat: AskedFormat) => columns.some((column) => dependsOn(column, askedFormat));
  return {
    decimal: appliesTo('decimal') ? chosen.decimal : guess.decimal,
    dates: appliesTo('dates') ? chosen.dates : guess.dates,
    unsure: (guess.unsure ?? []).filter((askedFormat) => !appliesTo(askedFormat)),
    isChosen: true,
  };
}

/** What the person is asked about. That years come first says nothing about the dates that do not begin with one. */
export function askedOf({ dates, unsure = [] }: FileFormat): AskedFormat[] {
  return dates === 'ymd' && !unsure.includes('dates') ? [...unsure, 'dates'] : unsure;
}

/** The format to read the file with, also where the person is still asked. */
export function unambiguousFormat({ decimal, dates }: FileFormat): FileFormat {
  return { decimal, dates: dates === 'ymd' ? 'dmy' : dates };
}

/** Whether answers to this field depend on the format that is asked for. */
export function dependsOn({ kind }: { kind: FieldKind }, askedFormat: AskedFormat): boolean {
  return FAMILY_OF[kind] === (askedFormat === 'decimal' ? 'number' : 'date');
}
