import { toPlainCharacters } from '@/lib/core/plain-characters';
import type { FieldKind } from './field';

/** Parses numbers as people write them in any country. Pure text work: nothing depends on the machine. */

export type DecimalSeparator = '.' | ',';

const ARABIC_DECIMAL = '\u066b';
/** No real number is longer, but a post may be. */
const MAX_LENGTH = 100;

export type WrittenNumber = {
  value: number;
  /** Digits after the decimal separator, without trailing zeros. */
  decimals: number;
  /** Significant digits, without leading and trailing zeros. */
  digits: number;
};

/** The decimal separator of a locale; '.' where the locale is unknown or uses another character. */
export function decimalSeparator(locale: string): DecimalSeparator {
  const known = separators.get(locale) ?? findSeparator(locale);
  separators.set(locale, known);
  return known;
}

/** Of each language that was asked for: it is needed with every key in a number field. */
const separators = new Map<string, DecimalSeparator>();

function findSeparator(locale: string): DecimalSeparator {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
    return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  } catch {
    return '.';
  }
}

/** A text that could be one of two numbers, a factor of a thousand apart. */
export type TwoInterpretations = {
  /** Read with its separator as a group separator. */
  grouped: WrittenNumber;
  /** Read with its separator as the decimal separator. */
  fraction: WrittenNumber;
  /** The interpretation in the page's language. */
  usual: 'grouped' | 'fraction';
  /** People who write so may mean either, in any language: `1234,567`, `1.000,000`. */
  isUnusual: boolean;
};

/**
 * Reads "1234.5", "1,234.5", "1.234,5", "1 234,5", "1'234.5", "-3", "€ 1,200.00", "12 %", in any script's
 * digits.
 *
 * With two different separators the last one is the decimal separator, unless exactly three digits follow it:
 * "1.000,000" is a thousand or a mistyped million, and is ambiguous. A separator that occurs several times
 * groups. A single one followed by anything but three digits is the decimal separator. The remaining cases,
 * "1,234" or "1.234", are ambiguous: both interpretations are returned, so that a factor of 1,000 is never hidden. Only
 * zeros before the separator ("0.500") are not a group; nor are more than three digits, unless the separator
 * is the group separator of the person's language ("1234,567"), where a typing error is as likely.
 *
 * Groups must be complete ("12,34,567" is, "1,23" is a decimal, "1 23" is refused), so that a typing error
 * leads to a question and not to a multiplication. Returns undefined for anything that is not a number.
 */
export function readNumber(
  text: string,
  decimal: DecimalSeparator,
  currency = '',
): WrittenNumber | TwoInterpretations | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const match = /^([+-]?)(\d[\d ',.\u066b]*|[.,\u066b]\d+)$/.exec(undress(text, currency));
  const written = match?.[2];
  if (written === undefined) return undefined;
  const sign = match?.[1] === '-' ? '-' : '';
  const two = splitInTwoWays(written, decimal);
  if (!two) return readOne(sign, written);
  const { whole, decimals, ...how } = two;
  return {
    grouped: measure(sign + whole + decimals, ''),
    fraction: measure(sign + whole, decimals),
    ...how,
  };
}

/**
 * Removes what people add to numbers: the sign or code of the field's currency (of any, if the field has none), a percent
 * sign, other scripts, unusual spaces.
 */
function undress(text: string, currency: string): string {
  const plain = withPlainDigits(toPlainCharacters(text).normalize('NFKC'))
    .replace(/[\u2018\u2019\u02bc`\u00b4\u066c]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  const marks = currency === '' ? ANY_MARK : currencyOf(currency).marks;
  const ends = new RegExp(`^([+-]?) ?(?:${marks}) ?|\\s?(?:${marks})$`, 'giu');
  return plain.replace(ends, '$1').replace(/^([+-]) /, '$1');
}

/**
 * Digits of Arabic, Persian, Devanagari, Bengali and Thai as 0 to 9. Their blocks start at ...0 or at ...6.
 */
function withPlainDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u0966-\u096f\u09e6-\u09ef]/g, (digit) => String((digit.charCodeAt(0) & 15) - 6));
}

function splitInTwoWays(written: string, decimal: DecimalSeparator) {
  const at = decimalPosition(written);
  const [mark, digits, decimals] = [written.charAt(at), written.slice(0, at), written.slice(at + 1)];
  if (at < 1 || mark === ARABIC_DECIMAL || !/^\d{3}$/.test(decimals)) return undefined;
  const isDecimal = mark === decimal;
  const usual: TwoInterpretations['usual'] = isDecimal ? 'fraction' : 'grouped';
  if (!/^\d+$/.test(digits)) {
    if (!isGrouped(digits)) return undefined;
    return { whole: withoutMarks(digits), decimals, usual, isUnusual: !isDecimal };
  }
  if (/^0+$/.test(digits)) return undefined;
  if (digits.length > 3) return isDecimal ? undefined : { whole: digits, decimals, usual, isUnusual: true };
  return { whole: digits, decimals, usual, isUnusual: false };
}

function withoutMarks(whole: string): string {
  return whole.replace(/[ ',.]/g, '');
}

function readOne(sign: string, written: string): WrittenNumber | undefined {
  const at = decimalPosition(written);
  const whole = at < 0 ? written : written.slice(0, at);
  const fraction = at < 0 ? '' : written.slice(at + 1);
  if (!/^\d*$/.test(fraction) || !isGrouped(whole)) return undefined;
  return measure(`${sign}${withoutMarks(whole) || '0'}`, fraction);
}

/** The mark that separates the decimals of a text with an unambiguous one; undefined if it has none. */
export function decimalMark(text: string): string | undefined {
  const written = text.normalize('NFKC');
  const at = decimalPosition(written);
  return at < 0 ? undefined : written.charAt(at);
}

function decimalPosition(written: string): number {
  const last = Math.max(...['.', ',', ARABIC_DECIMAL].map((mark) => written.lastIndexOf(mark)));
  return last >= 0 && written.indexOf(written.charAt(last)) === last ? last : -1;
}

/**
 * Plain digits, or groups separated by one kind of mark: the last of three digits, the others of two or
 * three.
 */
function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}([ ',.])(?:\d{2,3}\1)*\d{3}$/.test(whole);
}

function measure(whole: string, fraction: string): WrittenNumber {
  const fractionDigits = fraction.replace(/(?<!0)0+$/, '');
  const digits = (whole.replace('-', '') + fractionDigits).replace(/^0+/, '');
  const value = Number(fractionDigits ? `${whole}.${fractionDigits}` : whole);
  return {
    value: value === 0 ? 0 : value,
    decimals: fractionDigits.length,
    digits: (fractionDigits ? digits : digits.replace(/(?<!0)0+$/, '')).length,
  };
}

/**
 * The number as a person may edit it: no grouping, their decimal separator, never an exponent. Three decimals
 * get a trailing zero where they could be read as a group, so that the desk never writes an ambiguous number.
 */
export function writeNumber(value: number, decimal: DecimalSeparator): string {
  const text = /e/i.test(String(value)) ? fixed(value) : String(value);
  return text.replace(/^(-?[1-9]\d{0,2}\.\d{3})$/, '$10').replace('.', decimal);
}

function fixed(value: number): string {
  if (Math.abs(value) >= 1) return BigInt(value).toString();
  return value
    .toFixed(20)
    .replace(/(?<!0)0+$/, '')
    .replace(/\.$/, '');
}

/** Decimals if the portal names no currency: enough for every currency (up to 4 with CLF, UYW). */
const MAX_DECIMALS = 4;

/** The number of decimals of a field; undefined means unlimited. */
export function decimalsOf(field: { kind: FieldKind; currency?: string }): number | undefined {
  if (field.kind === 'integer') return 0;
  if (field.kind !== 'currency') return undefined;
  if (field.currency === undefined) return MAX_DECIMALS;
  return currencyOf(field.currency).decimals;
}

const ANY_MARK = '\\p{Sc}|%|\u066a';

/** What people write beside an amount of a currency, as alternatives of a pattern, and how many decimals it has. */
type Currency = { marks: string; decimals: number };

const currencies = new Map<string, Currency>();

function currencyOf(currency: string): Currency {
  const known = currencies.get(currency) ?? findCurrency(currency);
  currencies.set(currency, known);
  return known;
}

function findCurrency(currency: string): Currency {
  try {
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    const format = new Intl.NumberFormat('en', options);
    // In English it stands first.
    const [sign] = format.formatToParts(1);
    return {
      marks: `${currency}|${sign?.value.replace(/[$.]/g, '\\$&')}`,
      decimals: format.resolvedOptions().maximumFractionDigits ?? MAX_DECIMALS,
    };
  } catch {
    // Not a currency code but the portal's own name: then its decimals and signs are unknown too.
    return { marks: ANY_MARK, decimals: MAX_DECIMALS };
  }
}
