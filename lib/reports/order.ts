import type { RowOrder, RowSort } from '@/lib/core/row-order';
import type { ReportRow } from './report-view';

type Sorted = Pick<ReportRow, 'name' | 'now' | 'toCorrect' | 'waitingSince' | 'isSilent'>;

/** Rows with nothing to sort by come last in either direction; equal ones by name. */
export function sortRows<Row extends Sorted>(rows: readonly Row[], { by, isReversed }: RowOrder): Row[] {
  const sign = isReversed ? -1 : 1;
  return rows.toSorted((one, other) => {
    if (by === 'help') return compareHelp(one, other) || byName(one, other);
    if (by === 'name') return sign * byName(one, other);
    const [left, right] = [keyOf(one, by), keyOf(other, by)];
    if (left === right) return byName(one, other);
    if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
    return sign * (right - left);
  });
}

/** Who has to correct most, then who has gone quiet, then whose lead waits longest. */
function compareHelp(one: Sorted, other: Sorted): number {
  return (
    other.toCorrect - one.toCorrect ||
    Number(other.isSilent) - Number(one.isSilent) ||
    waitOf(other) - waitOf(one)
  );
}

const byName = (one: Sorted, other: Sorted) => (one.name < other.name ? -1 : Number(one.name > other.name));

/** Comparable: longer is more. */
const waitOf = ({ waitingSince }: Sorted) =>
  waitingSince === undefined ? -Number.MAX_VALUE : -Date.parse(waitingSince);

function keyOf(row: Sorted, by: Exclude<RowSort, 'help' | 'name'>): number | undefined {
  if (by === 'toCorrect') return row.toCorrect;
  if (by === 'longestWait') return row.waitingSince === undefined ? undefined : waitOf(row);
  return row.now[by];
}
