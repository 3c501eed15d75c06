import { withOffset } from './dates';

/** The last day that fits into ten characters; no day comes after it. */
const LAST_DAY = '9999-12-31';

/** From the first moment of a span to the first one after it; without either, open on that side. */
export type Span = { since?: Date; until?: Date };

type DayFilter = { from: string; to: string; days?: '' | 'utc' };

/**
 * From the start of one day to the end of another, both YYYY-MM-DD or '', in the person's time zone unless they are
 * days in UTC.
 */
export function toSpan({ from, to, days }: DayFilter, timeZone: string): Span {
  const zone = days === 'utc' ? 'UTC' : timeZone;
  return {
    ...(from && { since: startOfDay(from, zone) }),
    ...(to && to !== LAST_DAY && { until: startOfDay(dayAfter(to), zone) }),
  };
}

/** One hour after midnight where a clock change skips it. */
function startOfDay(day: string, timeZone: string): Date {
  const midnight = withOffset(`${day}T00:00`, timeZone);
  const start = midnight.ok ? midnight : withOffset(`${day}T01:00`, timeZone);
  const instant = new Date(start.ok ? start.iso : '');
  // Before the calendar reform of 1582 offsets are unreliable: some of them are days.
  return Number.isNaN(instant.getTime()) ? new Date(`${day}T00:00:00Z`) : instant;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
