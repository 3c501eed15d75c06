import 'server-only';
import type { FileFormat } from '@/lib/db/schema/imports';
import { isRealDate, toLocalTime } from '@/lib/forms/dates';
import { toFieldTokens } from '@/lib/forms/field-tokens';
import type { FormField } from '@/lib/forms/form-model';
import { holdsMany, type InputValue } from '@/lib/forms/input-values';
import { isNumberField } from '@/lib/forms/number-answer';
import { decimalSeparator, readNumber, writeNumber } from '@/lib/forms/numbers';
import { LOCALES } from '@/lib/i18n/locales';
import type { Cell } from '@/lib/import-files/table';
import { numberOfAmount } from '@/lib/import-files/written-amount';
import { findChoice, readChoices, readQuoted } from './choice-cells';
import { askedOf } from './file-format';

/** How cells become what a person would type into the form. */
export type CellInterpretation = { fileFormat: FileFormat; locale: string; timeZone: string };

/**
 * A cell as the value of its field's control. What cannot be understood stays as it is, so that the form's own rules
 * refuse it and the person sees it.
 */
export function toInput(field: FormField, cell: Cell, interpretation: CellInterpretation): InputValue {
  if (cell === '') return holdsMany(field) ? [] : '';
  if (isNumberField(field)) return toNumberInput(field, cell, interpretation);
  const text = String(cell).trim();
  if (holdsMany(field)) return readChoices(field.options ?? [], String(cell));
  if (field.options) return findChoice(field.options, String(cell)) ?? text;
  switch (field.kind) {
    case 'boolean':
      return toYesNo(text);
    case 'multi-picklist':
      // Without readable options: the form separates by commas.
      return (readQuoted(text) ?? text.split(';')).map((part) => part.trim()).join(', ');
    case 'date':
      return toDay(text, interpretation) ?? text;
    case 'date-time':
      return toTime(text, interpretation);
    default:
      // A form's line has no line breaks either.
      return field.control === 'textarea'
        ? String(cell)
        : String(cell).replace(/(?<!\s)\s+/g, (blank) => (/[\r\n]/.test(blank) ? ' ' : blank));
  }
}

/** Written without a group separator: the chosen format has decided what it means. */
function toNumberInput(field: FormField, cell: Cell, { fileFormat, locale }: CellInterpretation): string {
  const decimal = decimalSeparator(locale);
  if (typeof cell === 'number') return writeNumber(cell, decimal);
  const text = field.currency ? cell : (numberOfAmount(cell) ?? cell);
  const read = readNumber(text, fileFormat.decimal, field.currency);
  if (!read) return cell;
  if (!('grouped' in read)) return writeNumber(read.value, decimal);
  // Unusual even in that format ("1234,567"), or nobody knows the format of the file: the check asks.
  return read.isUnusual || fileFormat.unsure?.includes('decimal')
    ? cell
    : writeNumber(read[read.usual].value, decimal);
}

const YES = new Set(
  'true 1 yes y x ja j wahr oui o vrai si s verdadero sim v verdadeiro はい 有 ✓'.split(' '),
);
const NO = new Set('false 0 no n nein falsch non faux falso nao いいえ 無'.split(' '));

function toYesNo(text: string): string {
  const word = text === '✓' ? text : toFieldTokens(text);
  if (YES.has(word)) return 'true';
  return NO.has(word) ? 'false' : text;
}

const DATE = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})\.?$/;
/** As programs write a day that they store with a time. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0{1,9})?)?Z?$/;
const NAMED_MONTH = /^(\d{1,2})[. /-]{1,2}(\p{L}{3,12})[. /-]{1,2}(\d{4}|\d{2})$/u;

/** The number of a month by its name, in the languages of the desk: none has one name for two months. */
const MONTHS: ReadonlyMap<string, string> = new Map(
  LOCALES.flatMap((locale) =>
    (['short', 'long'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => {
        const name = toFieldTokens(format.format(Date.UTC(2027, index, 1)));
        return [name, String(index + 1).padStart(2, '0')] as const;
      });
    }),
  ),
);

/** A day with the name of its month, as in "30-Mar-2027". */
function toDayOfNamedMonth(text: string): string | undefined {
  const [, day = '', name = '', year = ''] = NAMED_MONTH.exec(text) ?? [];
  const month = MONTHS.get(toFieldTokens(name));
  return month && `${toYear(year)}-${month}-${day.padStart(2, '0')}`;
}

/** A day in the stated order; with four digits first it is always the year. */
function toDay(written: string, { fileFormat }: CellInterpretation): string | undefined {
  const text = written.replace(MIDNIGHT, '');
  if (isRealDate(text)) return text;
  const named = toDayOfNamedMonth(text);
  if (named) return isRealDate(named) ? named : undefined;
  const [, first = '', , second = '', third = ''] = DATE.exec(text) ?? [];
  if (first === '') return undefined;
  const hasTwoInterpretations =
    first.length < 4 && Number(first) <= 12 && Number(second) <= 12 && first !== second;
  if (hasTwoInterpretations && askedOf(fileFormat).includes('dates')) return undefined;
  const order = first.length === 4 ? 'ymd' : fileFormat.dates === 'ymd' ? 'dmy' : fileFormat.dates;
  const [year, month, day] = {
    ymd: [first, second, third],
    dmy: [third, second, first],
    mdy: [third, first, second],
  }[order];
  const iso = `${toYear(year ?? '')}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
  return isRealDate(iso) ? iso : undefined;
}

/** Two digits are a year of this century: what an import is about is not over. */
const toYear = (text: string) => (text.length === 2 ? `20${text}` : text);

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?m\.?)?$/i;

function toTime(text: string, interpretation: CellInterpretation): string {
  const instant = toLocalTime(text, interpretation.timeZone);
  if (instant !== text) return instant;
  const [, date = '', clock = ''] = /^([^\sT,]+),?(?:[T\s]+([^\sT].*))?$/.exec(text) ?? [];
  const day = toDay(date, interpretation);
  const [, hours = '', minutes = '', seconds, half] = CLOCK.exec(clock) ?? [];
  if (!day || hours === '') return text;
  const ofDay = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  return `${day}T${String(ofDay).padStart(2, '0')}:${minutes}${seconds ? `:${seconds}` : ''}`;
}
