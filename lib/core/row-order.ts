/** In which order the rows of a report are. Browser-safe. */

/** What the rows of a report are sorted by; `help`: who needs help first. */
export const ROW_SORTS = [
  'help',
  'name',
  'submitted',
  'open',
  'longestWait',
  'won',
  'lost',
  'other',
  'winRate',
  'value',
  'toCorrect',
] as const;
export type RowSort = (typeof ROW_SORTS)[number];

/** The most, the longest or A first; the other way round if `isReversed`. */
export type RowOrder = { by: RowSort; isReversed: boolean };

export const HELP_FIRST: RowOrder = { by: 'help', isReversed: false };

/** As in an address: `-won` are the fewest first. */
export const orderText = ({ by, isReversed }: RowOrder) => (isReversed ? `-${by}` : by);

/** Anything else is who needs help first. */
export function parseOrder(text: string): RowOrder {
  const isReversed = text.startsWith('-');
  const by = ROW_SORTS.find((sort) => sort === (isReversed ? text.slice(1) : text));
  return by && by !== 'help' ? { by, isReversed } : HELP_FIRST;
}
