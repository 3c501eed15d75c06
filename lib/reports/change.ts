import 'server-only';
import { ENOUGH_FOR_MEDIAN } from '@/lib/core/enough-times';
import type { Figures } from './figures';
import type { Median, ReportTotals } from './report-view';

/** How a figure differs from that of the period before: in percent, or percentage points of a rate. */
export type Change = { way: 'up' | 'down' | 'same'; by: number };

/** Those figures that can be compared. Absent where there is too little to compare with. */
export type Changes = Partial<Record<'submitted' | 'value' | 'winRate' | 'median', Change>>;

/**
 * Compares what a period's age does not decide by itself: of the leads of the period before, more have been won or lost
 * only because there was more time.
 */
export function toChanges({
  now,
  before,
  answers,
}: Omit<ReportTotals, 'toCorrect'> & { answers: Median }): Changes {
  if (before.submitted < ENOUGH_FOR_MEDIAN) return {};
  return {
    submitted: inPercent(now.submitted, before.submitted),
    value: inPercent(now.value, before.value),
    winRate: inPoints(now, before),
    median: ofMedians(answers),
  };
}

function inPercent(now: number, before: number): Change | undefined {
  if (before <= 0 || now < 0) return undefined;
  // Divided first: the difference of two sums at the limit is none.
  const change = toChange((now / before - 1) * 100);
  // What is left is not "100% less".
  return change?.way === 'down' && now > 0 ? { ...change, by: Math.min(change.by, 99) } : change;
}

function inPoints(now: Figures, before: Figures): Change | undefined {
  const hasEnough = [now, before].every(({ won, lost }) => won + lost >= ENOUGH_FOR_MEDIAN);
  if (!hasEnough || now.winRate === undefined || before.winRate === undefined) return undefined;
  return toChange(now.winRate - before.winRate);
}

function ofMedians({ median, medianBefore }: Median): Change | undefined {
  return median === undefined || medianBefore === undefined ? undefined : inPercent(median, medianBefore);
}

function toChange(difference: number): Change | undefined {
  if (!Number.isFinite(difference)) return undefined;
  const by = Math.round(Math.abs(difference));
  if (by === 0) return { way: 'same', by };
  return { way: difference > 0 ? 'up' : 'down', by };
}
