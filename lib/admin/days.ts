import 'server-only';
import { z } from 'zod';
import { isRealDate } from '@/lib/forms/dates';
import { dayAfter, startOfDay } from '@/lib/leads/filter';

/** A day in a URL, YYYY-MM-DD; invalid ones count as absent. */
export const daySchema = z
  .string()
  .refine((day) => isRealDate(day) && day >= '1970-01-01' && day < '9999-12-31')
  .catch('');

/** From the start of one day to the end of another, in the person's time zone. */
export type Span = { since?: Date; until?: Date };

export function toSpan({ from, to }: { from: string; to: string }, timeZone: string): Span {
  return {
    ...(from && { since: startOfDay(from, timeZone) }),
    ...(to && { until: startOfDay(dayAfter(to), timeZone) }),
  };
}
