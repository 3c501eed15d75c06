import { z } from 'zod';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { parseOrder, type RowOrder } from '@/lib/core/row-order';
import { isStorable } from '@/lib/core/text';

/** The lengths to choose from, in weeks. */
export const PERIOD_WEEKS = [4, 12, 26, 52] as const;
type PeriodWeeks = (typeof PERIOD_WEEKS)[number];

export const DEFAULT_WEEKS: PeriodWeeks = 12;
/** Of longer periods, a bar is of several weeks: more bars are not read, and on a phone not even seen. */
const MAX_BARS = 13;

/** Days are YYYY-MM-DD in UTC, and both inclusive. */
export type Days = { from: string; to: string };

export type Period = {
  weeks: PeriodWeeks;
  /** When it is read. */
  at: Date;
  /** There is no longer one to choose. */
  isLongest: boolean;
  /** From a Monday until today. */
  now: Days;
  /** What the sums of these weeks count: until the coming Sunday, should the portal date a lead after today. */
  counted: Days;
  /** As many days, the same number of weeks earlier. */
  before: Days;
  /** The whole of the weeks before: times are kept by week alone. */
  beforeInFull: Days;
  /** Of the charts, the first day of each; the last one is not over yet. */
  bars: Days[];
};

const DAY_MS = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A day some days later, or earlier. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** The first day of the week of an instant, which begins on Monday (UTC). */
export function mondayOf(now: Date): string {
  return addDays(toDay(now.getTime()), -((now.getUTCDay() + 6) % 7));
}

/** The last weeks, the current one included, and those before: also the current week is compared only up to its day. */
export function toPeriod(weeks: PeriodWeeks, now: Date): Period {
  const today = toDay(now.getTime());
  const monday = mondayOf(now);
  const from = addDays(monday, -7 * (weeks - 1));
  const step = Math.ceil(weeks / MAX_BARS);
  return {
    weeks,
    at: now,
    isLongest: weeks === Math.max(...PERIOD_WEEKS),
    now: { from, to: today },
    counted: { from, to: addDays(monday, 6) },
    before: { from: addDays(from, -7 * weeks), to: addDays(today, -7 * weeks) },
    beforeInFull: { from: addDays(from, -7 * weeks), to: addDays(from, -1) },
    bars: Array.from({ length: weeks / step }, (_, index) => {
      const first = addDays(from, 7 * step * index);
      return { from: first, to: addDays(first, 7 * step - 1) };
    }),
  };
}

export type ReportQuery = { weeks: PeriodWeeks; organization: string; order: RowOrder };

const MAX_ID_LENGTH = 200;
const querySchema = z.object({
  weeks: z.coerce
    .number()
    .refine((weeks): weeks is PeriodWeeks => PERIOD_WEEKS.some((allowed) => allowed === weeks))
    .catch(DEFAULT_WEEKS),
  organization: z.string().max(MAX_ID_LENGTH).refine(isStorable).catch(''),
  sort: z.string().catch(''),
});

/** Parses a report's address: what is invalid falls back to its default. */
export function parseReportQuery(params: SearchParams): ReportQuery {
  const { sort, ...query } = querySchema.parse(firstOf(params));
  return { ...query, order: parseOrder(sort) };
}
