import { isHuge } from './digits';

/** How numbers are written in a language: on every page, in mails and beside number fields. Runs anywhere. */

/**
 * The decimals: none for whole amounts (`auto`), at least those of the currency (`always`, for columns with
 * aligned decimal points and where "12,500" could be misread), or none (`never`, for shortened totals).
 */
export type Cents = 'auto' | 'always' | 'never';

/** For amounts of one column: all with cents, or none. */
export const centsOf = (values: readonly number[]): Cents =>
  values.every(Number.isInteger) ? 'auto' : 'always';

export type NumberFormats = {
  number(value: number): string;
  /** 12.5 as "12.5%", with the space that the language puts. */
  percent(value: number, cents?: Exclude<Cents, 'never'>): string;
  /** With its currency if known: its sign, or the portal's own name for it. */
  money(value: number, currency?: string, cents?: Cents): string;
};

/** Of what a person entered, no digit is dropped. */
const ALL_DIGITS = { maximumFractionDigits: 20 } as const;
/** A minus sign only for values below zero: a value that rounds to zero has none. */
const signDisplay = 'negative' as const;
const SCIENTIFIC = { notation: 'scientific', maximumSignificantDigits: 15 } as const;
/** Shortened: truncated and not rounded, because "more than" may precede it. */
const BRIEF = { notation: 'scientific', maximumSignificantDigits: 3, roundingMode: 'trunc' } as const;

const AMOUNTS = {
  auto: { ...ALL_DIGITS, trailingZeroDisplay: 'stripIfInteger', signDisplay },
  always: { ...ALL_DIGITS, signDisplay },
  never: { maximumFractionDigits: 0, signDisplay },
} as const;
const TWO_DECIMALS = { ...ALL_DIGITS, minimumFractionDigits: 2, signDisplay } as const;

const languages = new Map<string, NumberFormats>();

/** The number formats of one of the desk's languages. Each is made once: that costs more than using it. */
export function numberFormats(locale: string): NumberFormats {
  const known = languages.get(locale) ?? makeFormats(locale);
  languages.set(locale, known);
  return known;
}

function makeFormats(locale: string): NumberFormats {
  const made = new Map<string, Intl.NumberFormat>();
  const format = (value: number, options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const known = made.get(key) ?? new Intl.NumberFormat(locale, options);
    made.set(key, known);
    return known.format(value);
  };
  const plain = (value: number) => format(value, isHuge(value) ? SCIENTIFIC : { ...ALL_DIGITS, signDisplay });
  const bare = (value: number, cents: Cents) => {
    if (cents === 'auto' || (cents === 'always' && isHuge(value))) return plain(value);
    if (cents === 'always') return format(value, TWO_DECIMALS);
    return format(value, isHuge(value) ? BRIEF : AMOUNTS.never);
  };
  return {
    number: plain,
    percent: (value, cents = 'auto') => {
      const digits = cents === 'always' ? TWO_DECIMALS : { ...ALL_DIGITS, signDisplay };
      return format(value, { style: 'unit', unit: 'percent', ...(isHuge(value) ? SCIENTIFIC : digits) });
    },
    money: (value, currency = '', cents = 'auto') => {
      if (!/^[A-Z]{3}$/.test(currency)) return `${bare(value, cents)} ${currency}`.trimEnd();
      const huge = cents === 'never' ? BRIEF : SCIENTIFIC;
      return format(value, { style: 'currency', currency, ...(isHuge(value) ? huge : AMOUNTS[cents]) });
    },
  };
}
