import 'server-only';
import { format, getFormatFromId, getFormatInfo, tokenize } from 'numfmt';
import type { Cell } from '../table';
import { isCurrencyMark, writeAmount } from '../written-amount';

/** What a number in a workbook stands for, by the format of its cell. `shownAs`: the text that the format makes of it. */
export type NumberUse =
  | 'number'
  | 'percent'
  | 'day'
  | 'moment'
  | { shownAs: string; isTime: boolean }
  | { currency: string };

/** Further numbers of formats stand for nothing that all spreadsheets know. */
const LAST_KNOWN_ID = 58;

/** @param code the format as the workbook writes it, if it does */
export function numberUse(id: number, code: string | undefined): NumberUse {
  const pattern = code ?? (id <= LAST_KNOWN_ID ? getFormatFromId(id) : undefined) ?? 'General';
  switch (getFormatInfo(pattern).type) {
    case 'percent':
      return 'percent';
    case 'date':
      return 'day';
    case 'datetime':
      return 'moment';
    // A time of day, or a duration.
    case 'time':
      return { shownAs: pattern, isTime: true };
    default: {
      const currency = currencyIn(pattern);
      if (currency !== undefined) return { currency };
      return isOfSigns(pattern) ? { shownAs: pattern, isTime: false } : 'number';
    }
  }
}

const OF_AMOUNTS: ReadonlySet<string> = new Set(['POINT', 'GROUP', 'SCALE']);

/**
 * True for a format of numbers that are no amounts, as those of phones and customers are: it shows zeros in front of
 * them, or signs among or before their digits.
 */
function isOfSigns(pattern: string): boolean {
  const tokens = tokenize(pattern).map(({ type, value }) => ({ type, value: String(value) }));
  const ends = tokens.flatMap(({ type }, index) => (type === 'BREAK' ? [index] : []));
  const sections = [...ends, tokens.length].map((end, index) =>
    tokens.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end),
  );
  return sections.some((section) => {
    const isDigit = ({ type }: { type: string }) => type === 'ZERO' || type === 'HASH' || type === 'QMARK';
    const [first, last] = [section.findIndex(isDigit), section.findLastIndex(isDigit)];
    // A decimal point, groups of digits or a scale make it an amount.
    if (first < 0 || section.some(({ type }) => OF_AMOUNTS.has(type))) return false;
    const isPadded = section.filter(({ type }) => type === 'ZERO').length > 1;
    const isDivided = section.slice(first, last).some((token) => !isDigit(token));
    const isPreceded = section.slice(0, first).some(({ value }) => /[\d+]/.test(value));
    return isPadded || isDivided || isPreceded;
  });
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

/** A number of a cell as people see it: 25 for 25 %, a date or date with time in ISO format, and a phone's with its signs. */
export function toCell(stored: number, { use, is1904 }: { use: NumberUse; is1904: boolean }): Cell {
  if (use === 'percent') return withoutNoise(Number.isFinite(stored * 100) ? stored * 100 : stored);
  const value = withoutNoise(stored);
  if (typeof use === 'object' && 'currency' in use) return writeAmount(value, use.currency);
  if (use === 'number' || value < 0) return value;
  if (typeof use === 'object') {
    const isShown = use.isTime ? value <= LAST_DAY : Number.isSafeInteger(value);
    return isShown ? format(use.shownAs, value).trim() : value;
  }
  if (value > LAST_DAY) return value;
  const days = !is1904 && value < 60 ? value + 1 : value;
  const seconds = Math.round(days * 86_400) * 1_000;
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + seconds).toISOString();
  if (use === 'day') return iso.slice(0, 10);
  if (value < 1) return iso.slice(11, 16);
  return seconds % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace(/:00$/, '');
}
