import type { RowOrder } from '@/lib/core/row-order';
import type { StatusOverrides } from '@/lib/core/status-labels';
import type { LongWait } from './attention';
import type { Changes } from './change';
import type { Figures } from './figures';
import type { Days, Period } from './period';

/** What a report shows: plain, serialisable values. */

/**
 * Of how many times, and the milliseconds that half of them stayed within; absent as long as there are too few to say
 * (`ENOUGH_FOR_MEDIAN`).
 */
export type Median = { count: number; median?: number; countBefore: number; medianBefore?: number };

export type ReportTotals = { now: Figures; before: Figures; toCorrect: number };

/** An agent, or an organization. */
export type ReportRow = ReportTotals & {
  id: string;
  name: string;
  /** Since when the lead that waits longest for a response does. */
  waitingSince?: string;
  /** They sent nothing for four weeks. */
  isSilent: boolean;
  /** What they submitted, for each bar. */
  counts: number[];
};

/** How long leads took to leave a status, or to get their first answer: then the status is empty. In milliseconds. */
export type ReportTime = Median & {
  status: string;
  /** What nine in ten stay within; absent as long as there are too few to say (`ENOUGH_FOR_P90`). */
  p90?: number;
  p90Before?: number;
};

export type ReportStatus = { status: string; count: number; value: number };

export type Report = {
  period: Period;
  /** Of all values; absent if the portal names none. */
  currency?: string;
  hidesValue: boolean;
  /** With how long they waited for their first answer, and how all this changed. */
  all: ReportTotals & { answers: Median; changes: Changes };
  /** Whatever the period: of all that need a correction is in `all`. */
  longWait: LongWait;
  /** Who has gone quiet, by name. */
  silent: { id: string; name: string }[];
  /** In this order. */
  order: RowOrder;
  rows: ReportRow[];
  /** How many more there are. */
  more: number;
  /** Of the period, in the order of the pipeline. */
  statuses: ReportStatus[];
  /** Of the first answer, then of each status in the order of the pipeline; empty if none was measured. */
  times: ReportTime[];
  /** The statuses that the bars show apart; of more, the rest is one. */
  series: string[];
  /** `counts`: one for each of the series, and one for the rest. */
  bars: (Days & { counts: number[] })[];
  statusOverrides: StatusOverrides;
};
