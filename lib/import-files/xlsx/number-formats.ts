import 'server-only';
import type { Cell } from '../table';
import { isCurrencyMark, writeAmount } from '../written-amount';

/** What a number in a workbook stands for, by the format of its cell. */
export type NumberUse = 'number' | 'percent' | 'moment' | { digits: number } | { currency: string };

/** The formats that workbooks name by number alone. */
const PERCENT_IDS: ReadonlySet<number> = new Set([9, 10]);
const isMomentId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** What is shown with so many digits at least, as numbers of phones and customers are: `0000000000`. */
const PADDED = /^0{2,20}$/;

/** @param code the format as the workbook writes it, if it does */
export function numberUse(id: number, code: string | undefined): NumberUse {
  if (code === undefined) return isMomentId(id) ? 'moment' : PERCENT_IDS.has(id) ? 'percent' : 'number';
  // Without quoted words, escaped characters, and colors or conditions; what counts hours is in brackets, too.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '');
  if (PADDED.test(bare)) return { digits: bare.length };
  const currency = currencyIn(code);
  if (currency !== undefined) return { currency };
  if (/general/i.test(bare)) return 'number';
  if (/[ymdhs]/i.test(bare)) return 'moment';
  return bare.includes('%') ? 'percent' : 'number';
}

/** The currency that a format shows beside the number: `[$€-407]`, `"Kč"`, `\R\$` or `£`. */
function currencyIn(code: string): string | undefined {
  const named = /\[\$([^[\]-]+)/.exec(code)?.[1]?.trim();
  if (named) return named;
  const shown = code
    .replace(/[_*].|\[[^[\]]*\]/g, ' ')
    .replace(/"([^"]*)"|\\(.)|[^\p{Sc}]/gu, (_, word = '', letter = '') => word || letter || ' ');
  return shown.split(/\s+/).find((word) => isCurrencyMark(word));
}

const DAY_MS = 86_400_000;
/** Day 0 is 30 December 1899 (with a 29 February 1900 that never was), or 1 January 1904. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465;

/** As many digits as spreadsheets show: further ones come from the binary form, such as 1249.9999999999998. */
const SHOWN_DIGITS = 15;

/** A whole number has no such digits: one of 16 digits is a number of a customer. */
function withoutNoise(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(SHOWN_DIGITS));
}

/** A number of a cell as people see it: 25 for 25 %, and a date or time in ISO format. */
export function toCell(stored: number, { use, is1904 }: { use: NumberUse; is1904: boolean }): Cell {
  if (use === 'percent') return withoutNoise(stored * 100);
  const value = withoutNoise(stored);
  if (typeof use === 'object' && 'currency' in use) return writeAmount(value, use.currency);
  if (typeof use === 'object')
    return Number.isSafeInteger(value) && value >= 0 ? String(value).padStart(use.digits, '0') : value;
  if (use === 'number' || value < 0 || value > LAST_DAY) return value;
  const days = !is1904 && value < 60 ? value + 1 : value;
  const seconds = Math.round(days * 86_400) * 1_000;
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + seconds).toISOString();
  if (value < 1) return iso.slice(11, 16);
  return seconds % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace(/:00$/, '');
}
