import type { FieldKind } from './field';

/** Numbers as people write them, whatever their country. Pure text work: nothing here depends on the machine. */

export type DecimalSeparator = '.' | ',';

/** Digits a double keeps for sure. */
export const MOST_DIGITS = 15;
/** Whether a number is better shown as 1.7E308: its three hundred digits help nobody, and only 15 of them are kept. */
export const isHuge = (value: number) => Math.abs(value) >= 10 ** MOST_DIGITS;
/** No number a person means is longer; a post may be. */
const LONGEST = 100;

export type WrittenNumber = {
  value: number;
  /** Digits written after the decimal separator, trailing zeros not counted. */
  decimals: number;
  /** Digits that matter, leading and trailing zeros not counted. */
  digits: number;
};

/** The decimal separator of a locale; '.' where the locale is unknown or writes another character. */
export function decimalSeparator(locale: string): DecimalSeparator {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
    return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  } catch {
    return '.';
  }
}

/**
 * Reads "1234.5", "1,234.5", "1.234,5", "1 234,5", "1'234.5", "-3", "€ 1,200.00", "12 %".
 *
 * With both separators present the last one is the decimal separator. A separator that occurs several times
 * groups. A single one followed by anything but three digits is the decimal separator. What remains is truly
 * ambiguous, "1,234" or "1.234": there the person's own `decimal` separator decides; the other one groups.
 * Groups must be whole ("12,34,567" is, "1,23" is a decimal, "1 23" is refused), so that a slip of the
 * finger is asked about rather than multiplied. Returns undefined for everything that is not a number.
 */
export function readNumber(
  text: string,
  decimal: DecimalSeparator,
  adornment = '',
): WrittenNumber | undefined {
  if (text.length > LONGEST) return undefined;
  const bare = undress(text, adornment);
  const match = /^([+-]?)(\d[\d ',.]*|[.,]\d+)$/.exec(bare);
  const written = match?.[2];
  if (written === undefined) return undefined;
  const { whole, fraction } = split(written, decimal);
  if (!/^\d*$/.test(fraction) || !isGrouped(whole)) return undefined;
  return measure(`${match?.[1] === '-' ? '-' : ''}${whole.replace(/[ ',.]/g, '') || '0'}`, fraction);
}

/** Takes off what people add to numbers: currency signs or code, a percent sign, wide digits, odd spaces. */
function undress(text: string, adornment: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2013]/g, '-')
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
  const sign = '\\p{Sc}|%';
  const code = /^[A-Za-z]{3}$/.test(adornment) ? `|${adornment}` : '';
  const ends = new RegExp(`^([+-]?) ?(?:${sign}${code}) ?|\\s?(?:${sign}${code})$`, 'giu');
  return plain.replace(ends, '$1').replace(/^([+-]) /, '$1');
}

function split(written: string, decimal: DecimalSeparator): { whole: string; fraction: string } {
  const at = decimalPosition(written, decimal);
  return at < 0
    ? { whole: written, fraction: '' }
    : { whole: written.slice(0, at), fraction: written.slice(at + 1) };
}

function decimalPosition(written: string, decimal: DecimalSeparator): number {
  const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','));
  if (last < 0) return -1;
  const mark = written.charAt(last);
  const others = written.includes(mark === '.' ? ',' : '.') || /[ ']/.test(written.slice(0, last));
  if (written.indexOf(mark) !== last) return -1;
  if (others) return last;
  const looksGrouped =
    /^[1-9]\d{0,2}$/.test(written.slice(0, last)) && /^\d{3}$/.test(written.slice(last + 1));
  return looksGrouped && mark !== decimal ? -1 : last;
}

/** Plain digits, or groups parted by one kind of mark: the last of three digits, the others of two or three. */
function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}([ ',.])(?:\d{2,3}\1)*\d{3}$/.test(whole);
}

function measure(whole: string, fraction: string): WrittenNumber {
  const kept = fraction.replace(/0+$/, '');
  const digits = (whole.replace('-', '') + kept).replace(/^0+/, '');
  const value = Number(kept ? `${whole}.${kept}` : whole);
  return {
    value: value === 0 ? 0 : value,
    decimals: kept.length,
    digits: (kept ? digits : digits.replace(/0+$/, '')).length,
  };
}

/** The number as a person may edit it: no grouping, their decimal separator, never an exponent. */
export function writeNumber(value: number, decimal: DecimalSeparator): string {
  const text = /e/i.test(String(value)) ? fixed(value) : String(value);
  return text.replace('.', decimal);
}

function fixed(value: number): string {
  if (Math.abs(value) >= 1) return BigInt(value).toString();
  return value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '');
}

/** Decimals where the portal names no currency: enough for every currency there is (up to 4 with CLF, UYW). */
const MOST_DECIMALS = 4;

/** Decimals a field takes; undefined means as many as fit. */
export function decimalsOf(field: { kind: FieldKind; currency?: string }): number | undefined {
  if (field.kind === 'integer') return 0;
  if (field.kind !== 'currency') return undefined;
  try {
    return field.currency === undefined
      ? MOST_DECIMALS
      : new Intl.NumberFormat('en', { style: 'currency', currency: field.currency }).resolvedOptions()
          .maximumFractionDigits;
  } catch {
    // Not a currency code: the portal's own word for its money. Then its decimals are not known either.
    return MOST_DECIMALS;
  }
}
