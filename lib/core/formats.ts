import { agoText, inLargestUnit, inTenths, type LargeUnit } from './ago';
import { toSeries } from './language';
import { type NumberFormats, numberFormats } from './number-formats';

/** An instant, formatted on the server in the person's time zone. */
export type Moment = {
  /** ISO 8601 in UTC. */
  iso: string;
  /** Absolute, with the time zone. */
  text: string;
  /** Relative to when the page was rendered. */
  ago?: string;
  /** How old it was then, in seconds. */
  age?: number;
};

/** Numbers and times for one person: their language, their time zone. */
export type Formats = NumberFormats & {
  locale: string;
  zone: string;
  /** Absolute with time zone to the minute, relative to `now` if given. */
  moment(iso: string, now?: Date): Moment;
  /** The same to the second, for "accepted at". */
  preciseMoment(iso: string, now?: Date): Moment;
  /** An ISO date-time without an offset, as the clock showed it; to the second if it has seconds. */
  wallTime(text: string): string;
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
  /** "1.8 days": a measured duration; "< 1 minute" for all that are shorter. */
  length(ms: number): string;
  /** Values side by side: "A, B, C". */
  series(texts: readonly string[]): string;
};

/** The formats of a language and an IANA time zone. */
export function formatsFor(locale: string, zone: string): Formats {
  const series = (texts: readonly string[]) => toSeries(locale, texts);
  return { locale, zone, series, ...timeFormats(locale, zone), ...numberFormats(locale) };
}

const MINUTE_MS = 60_000;
const ONE_OCLOCK = new Date('2026-01-01T01:00:00Z');

function timeFormats(locale: string, zone: string) {
  // The month as a word: 3/4 is read as two different days.
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  // Where a language writes "01:32", it also does with seconds; left to itself, it would write "1:32:06" beside it.
  const sample = {
    ...date,
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  } as const;
  const dated = new Intl.DateTimeFormat(locale, sample);
  const hasZero = dated
    .formatToParts(ONE_OCLOCK)
    .some(({ type, value }) => type === 'hour' && value === '01');
  const hour = hasZero ? '2-digit' : 'numeric';
  const time = { hour, minute: '2-digit', timeZone: zone } as const;
  const zoned = { ...date, ...time, timeZoneName: 'short' } as const;
  const toMinute = new Intl.DateTimeFormat(locale, zoned);
  const toSecond = new Intl.DateTimeFormat(locale, { ...zoned, second: '2-digit' });
  const clock = new Intl.DateTimeFormat(locale, { ...time, second: '2-digit' });
  const wallClock = { ...date, ...time, timeZone: 'UTC' } as const;
  const wall = new Intl.DateTimeFormat(locale, wallClock);
  const wallToSecond = new Intl.DateTimeFormat(locale, { ...wallClock, second: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' });
  const localDay = new Intl.DateTimeFormat(locale, { ...date, timeZone: zone });
  const ago = (iso: string, now: Date) => agoText(locale, secondsBetween(iso, now));
  const momentIn =
    (format: Intl.DateTimeFormat) =>
    (iso: string, now?: Date): Moment => ({
      iso,
      text: format.format(new Date(iso)),
      ago: now && ago(iso, now),
      age: now && secondsBetween(iso, now),
    });
  const inUnit = (amount: number, unit: LargeUnit) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
  return {
    moment: momentIn(toMinute),
    preciseMoment: momentIn(toSecond),
    wallTime: (text: string) => {
      const at = new Date(`${text.slice(0, 19)}Z`);
      return (at.getUTCSeconds() > 0 ? wallToSecond : wall).format(at);
    },
    clock: (iso: string) => clock.format(new Date(iso)),
    date: (iso: string) => localDay.format(new Date(iso)),
    day: (text: string) => (isDay(text) ? day.format(new Date(`${text}T00:00:00Z`)) : text),
    ago,
    duration: (sinceIso: string, now: Date) => {
      const [amount, unit] = inLargestUnit(secondsBetween(sinceIso, now));
      return inUnit(amount, unit);
    },
    length: (ms: number) => {
      // On one line: a sign alone says nothing.
      if (ms < MINUTE_MS) return `< ${inUnit(1, 'minute')}`.replaceAll(' ', '\u00a0');
      const [amount, unit] = inTenths(ms / 1000);
      return inUnit(amount, unit);
    },
  };
}

function secondsBetween(iso: string, now: Date): number {
  return (now.getTime() - Date.parse(iso)) / 1000;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}
