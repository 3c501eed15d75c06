/**
 * What the live list shows when new rows arrive. Pure: the caller says whether the reader is busy in the
 * list. A row keeps its `key` forever; its `mark` changes with its content.
 */
export type Keyed = { key: string; mark: string };

export type Shown<Row extends Keyed> = {
  rows: readonly Row[];
  /** The number of added, removed or moved rows deferred. */
  waiting: number;
  /** Keys of rows to be marked as changed. */
  changed: readonly string[];
};

/**
 * The rows to show next. While `hold`, every shown row keeps its place and only gets its new content;
 * additions, removals and moves are counted instead. Otherwise the new rows are shown as they are.
 */
export function reconcile<Row extends Keyed>({
  shown,
  fresh,
  hold,
}: {
  shown: readonly Row[];
  fresh: readonly Row[];
  hold: boolean;
}): Shown<Row> {
  const before = new Map(shown.map((row) => [row.key, row]));
  if (!hold) {
    const changed = fresh.filter((row) => before.get(row.key)?.mark !== row.mark).map((row) => row.key);
    return { rows: fresh, waiting: 0, changed };
  }
  const after = new Map(fresh.map((row) => [row.key, row]));
  const rows = shown.map((row) => after.get(row.key) ?? row);
  const changed = rows.filter((row) => before.get(row.key)?.mark !== row.mark).map((row) => row.key);
  return { rows, waiting: countMoves({ shown, fresh }), changed };
}

function countMoves({ shown, fresh }: { shown: readonly Keyed[]; fresh: readonly Keyed[] }): number {
  const place = new Map(shown.map((row, index) => [row.key, index]));
  const remaining = fresh.map((row) => place.get(row.key)).filter((index) => index !== undefined);
  const came = fresh.length - remaining.length;
  const went = shown.length - remaining.length;
  // A new row pushes another off a full page: to the reader that is one update.
  return Math.max(came, went) + remaining.length - longestRise(remaining);
}

/** Length of the longest increasing subsequence: the rows that need not move. */
function longestRise(places: readonly number[]): number {
  const smallestEnd: number[] = [];
  for (const place of places) {
    const at = smallestEnd.findIndex((end) => end >= place);
    smallestEnd[at === -1 ? smallestEnd.length : at] = place;
  }
  return smallestEnd.length;
}
