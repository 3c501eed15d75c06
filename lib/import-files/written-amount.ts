import 'server-only';
import { writeNumber } from '@/lib/forms/numbers';

/**
 * An amount whose number format names a currency is a text in its table: which currency a field expects is known only
 * where the cell is read. `$ 1200.50`, with a space that does not break.
 */

/** "K" and "L" are signs of currencies, and of thousands and litres. */
const LEAST_LETTERS = 2;

/** The codes and signs of all currencies, made once. */
const findMarks = (): ReadonlySet<string> =>
  new Set(
    Intl.supportedValuesOf('currency').flatMap((currency) => {
      const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
      const parts = new Intl.NumberFormat('en', options).formatToParts(1);
      const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
      return [currency, sign].filter(({ length }) => length >= LEAST_LETTERS);
    }),
  );
let marks: ReadonlySet<string> | undefined;

/** Whether a word is a currency's code or sign. */
export function isCurrencyMark(word: string): boolean {
  marks ??= findMarks();
  return /\p{Sc}/u.test(word) || marks.has(word);
}

/** The text of an amount, which is read the same whatever separates the decimals in the rest of its file. */
export function writeAmount(value: number, mark: string): string {
  return `${mark}\u00a0${writeNumber(value, '.')}`;
}

/** The number of an amount that `writeAmount` wrote; undefined for any other text. */
export function numberOfAmount(text: string): string | undefined {
  const [, mark = '', number] = /^(\S{1,20})\u00a0(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return isCurrencyMark(mark) ? number : undefined;
}
