import 'server-only';
import { ENOUGH_FOR_MEDIAN, ENOUGH_FOR_P90 } from '@/lib/core/enough-times';
import { orderStatuses, type StatusOverrides } from '@/lib/core/status-labels';
import type { Db } from '@/lib/db/handle';
import { type MeasuredTimes, readResponseTimes, readStatusTimes } from '@/lib/response-times/read-times';
import { addDays, type Period } from './period';
import type { Scope } from './read-sums';
import type { Median, ReportTime } from './report-view';

/** How long leads took: to their first answer, and in each status. */
export type ReportTimes = { answer: ReportTime; statuses: ReportTime[] };

/** Of whole weeks: those of the period before are compared in full. */
export async function readReportTimes(
  db: Db,
  { scope, period }: { scope: Scope; period: Period },
): Promise<ReportTimes> {
  const [now, before] = await Promise.all([
    readSpan(db, { scope, period, day: period.now.from }),
    readSpan(db, { scope, period, day: period.before.from }),
  ]);
  const statuses = new Set([...now.statuses.keys(), ...before.statuses.keys()]);
  return {
    answer: toTime('', now.answer, before.answer),
    statuses: [...statuses].map((status) =>
      toTime(status, now.statuses.get(status), before.statuses.get(status)),
    ),
  };
}

/** In the order of the pipeline. */
export function orderTimes({ answer, statuses }: ReportTimes, overrides: StatusOverrides): ReportTime[] {
  return answer.count + answer.countBefore + statuses.length === 0
    ? []
    : [answer, ...orderStatuses(statuses, overrides)];
}

/** What ended in as many weeks as the period has, from a day on. */
async function readSpan(db: Db, { scope, period, day }: { scope: Scope; period: Period; day: string }) {
  const [from, to] = [day, addDays(day, 7 * period.weeks)].map((each) => new Date(`${each}T00:00:00Z`)) as [
    Date,
    Date,
  ];
  const query = { ...scope, from, to };
  const [answer, statuses] = await Promise.all([readResponseTimes(db, query), readStatusTimes(db, query)]);
  return { answer, statuses };
}

const NONE: MeasuredTimes = { count: 0 };

function toTime(status: string, now = NONE, before = NONE): ReportTime {
  const longest = ({ count, p90Ms }: MeasuredTimes) => (count >= ENOUGH_FOR_P90 ? p90Ms : undefined);
  return { status, ...toMedian(now, before), p90: longest(now), p90Before: longest(before) };
}

/** Nothing of what too few times would say, in either period. */
function toMedian(now = NONE, before = NONE): Median {
  const middle = ({ count, medianMs }: MeasuredTimes) => (count >= ENOUGH_FOR_MEDIAN ? medianMs : undefined);
  return {
    count: now.count,
    median: middle(now),
    countBefore: before.count,
    medianBefore: middle(before),
  };
}
