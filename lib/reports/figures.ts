import { type Outcome, outcomeOf, type StatusOverrides } from '@/lib/core/status-labels';

/** What some leads amount to. */
export type Figures = Record<Outcome, number> & {
  submitted: number;
  value: number;
  /** Won among those decided, in percent; absent if none is. */
  winRate?: number;
};

/** The leads with one status, now and in the period before. */
export type StatusSum = {
  status: string;
  count: number;
  value: number;
  countBefore: number;
  valueBefore: number;
};

/** Adds up the statuses of one agent, organization or report. */
export function toFigures(
  sums: readonly StatusSum[],
  overrides: StatusOverrides,
): { now: Figures; before: Figures } {
  const now = { submitted: 0, value: 0, open: 0, won: 0, lost: 0, other: 0 };
  const before = { ...now };
  for (const { status, count, value, countBefore, valueBefore } of sums) {
    const outcome = outcomeOf(status, overrides);
    now[outcome] += count;
    now.submitted += count;
    now.value = addValues(now.value, value);
    before[outcome] += countBefore;
    before.submitted += countBefore;
    before.value = addValues(before.value, valueBefore);
  }
  return { now: withRate(now), before: withRate(before) };
}

/** Never infinite: no page could write that. Without the digits that adding 0.1 and 0.2 makes up. */
export function addValues(one: number, other: number): number {
  const sum = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, one + other));
  return Math.abs(sum) < Number.MAX_SAFE_INTEGER ? Number(sum.toPrecision(15)) : sum;
}

function withRate(figures: Omit<Figures, 'winRate'>): Figures {
  const decided = figures.won + figures.lost;
  return decided > 0 ? { ...figures, winRate: Math.round((figures.won / decided) * 100) } : figures;
}
