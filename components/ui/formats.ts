import { getLocale, getTimeZone } from 'next-intl/server';
import { cache } from 'react';
import { isHuge } from '@/lib/core/digits';
import { toSeries } from '@/lib/core/language';
import { agoText, inLargestUnit } from './ago';
import type { Moment } from './time';

/**
 * The decimals: none for whole amounts (`auto`), always all of the currency (`always`, for columns with
 * aligned decimal points), or none (`never`, for shortened totals).
 */
export type Cents = 'auto' | 'always' | 'never';

/** Numbers and times for this person: their language, their time zone. Server only. */
export type Formats = {
  locale: string;
  zone: string;
  /** Absolute with time zone to the minute, relative to `now` if given. */
  moment(iso: string, now?: Date): Moment;
  /** The same to the second, for "accepted at". */
  preciseMoment(iso: string): Moment;
  /** Clock time to the second. */
  clock(iso: string): string;
  /** The day of an instant in the person's time zone. */
  date(iso: string): string;
  /** A calendar day, YYYY-MM-DD: never moved by a time zone. */
  day(date: string): string;
  /** "12 seconds ago" */
  ago(iso: string, now: Date): string;
  /** "3 days": a duration in its largest unit. */
  duration(sinceIso: string, now: Date): string;
  number(value: number): string;
  /** 12.5 as "12.5%", with the space that the language puts. */
  percent(value: number): string;
  /** Values side by side: "A, B, C". */
  series(texts: readonly string[]): string;
  /** With its currency if known and valid, else the number only. Decimals as in `Cents`. */
  money(value: number, currency?: string, cents?: Cents): string;
};

/** The formats of this request, created once. */
export const getFormats = cache(async (): Promise<Formats> => {
  const [locale, zone] = await Promise.all([getLocale(), getTimeZone()]);
  return formatsFor(locale, zone);
});

/** The formats of a language and an IANA time zone. */
export function formatsFor(locale: string, zone: string): Formats {
  const series = (texts: readonly string[]) => toSeries(locale, texts);
  return { locale, zone, series, ...timeFormats(locale, zone), ...numberFormats(locale) };
}

function timeFormats(locale: string, zone: string) {
  // The month as a word: 3/4 is read as two different days.
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const;
  const zoned = { ...date, ...time, timeZoneName: 'short' } as const;
  const toMinute = new Intl.DateTimeFormat(locale, zoned);
  const toSecond = new Intl.DateTimeFormat(locale, { ...zoned, second: '2-digit' });
  const clock = new Intl.DateTimeFormat(locale, { ...time, second: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' });
  const localDay = new Intl.DateTimeFormat(locale, { ...date, timeZone: zone });
  const ago = (iso: string, now: Date) => agoText(locale, secondsBetween(iso, now));
  return {
    moment: (iso: string, now?: Date): Moment => ({
      iso,
      text: toMinute.format(new Date(iso)),
      ago: now && ago(iso, now),
      age: now && secondsBetween(iso, now),
    }),
    preciseMoment: (iso: string): Moment => ({ iso, text: toSecond.format(new Date(iso)) }),
    clock: (iso: string) => clock.format(new Date(iso)),
    date: (iso: string) => localDay.format(new Date(iso)),
    day: (text: string) => (isDay(text) ? day.format(new Date(`${text}T00:00:00Z`)) : text),
    ago,
    duration: (sinceIso: string, now: Date) => {
      const [amount, unit] = inLargestUnit(secondsBetween(sinceIso, now));
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
    },
  };
}

function numberFormats(locale: string) {
  // A minus sign only for values below zero: a value that rounds to zero has none.
  const signDisplay = 'negative' as const;
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 10, signDisplay });
  const rounded = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay });
  const scientific = { notation: 'scientific', maximumSignificantDigits: 15 } as const;
  // Shortened: truncated and not rounded, because "more than" may precede it.
  const brief = { notation: 'scientific', maximumSignificantDigits: 3, roundingMode: 'trunc' } as const;
  const huge = new Intl.NumberFormat(locale, scientific);
  const briefHuge = new Intl.NumberFormat(locale, brief);
  const made = new Map<string, Intl.NumberFormat>();
  const inCurrency = (currency: string, digits: Cents | 'huge' | 'briefHuge') => {
    const key = `${currency} ${digits}`;
    const written = {
      auto: { trailingZeroDisplay: 'stripIfInteger', signDisplay },
      always: { signDisplay },
      never: { maximumFractionDigits: 0, signDisplay },
      huge: scientific,
      briefHuge: brief,
    } as const;
    const format =
      made.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, ...written[digits] });
    made.set(key, format);
    return format;
  };
  const percent = { style: 'unit', unit: 'percent', signDisplay } as const;
  const plainPercent = new Intl.NumberFormat(locale, { ...percent, maximumFractionDigits: 10 });
  const hugePercent = new Intl.NumberFormat(locale, { ...percent, ...scientific });
  return {
    percent: (value: number) => (isHuge(value) ? hugePercent : plainPercent).format(value),
    number: (value: number) => (isHuge(value) ? huge : plain).format(value),
    money: (value: number, currency?: string, cents: Cents = 'auto') => {
      const digits = !isHuge(value) ? cents : cents === 'never' ? 'briefHuge' : 'huge';
      if (currency && /^[A-Z]{3}$/.test(currency)) return inCurrency(currency, digits).format(value);
      return { huge, briefHuge, never: rounded, auto: plain, always: plain }[digits].format(value);
    },
  };
}

function secondsBetween(iso: string, now: Date): number {
  return (now.getTime() - Date.parse(iso)) / 1000;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}
