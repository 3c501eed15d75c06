/** What people choose for themselves, stored with the person. Browser-safe. */

/** Columns that show the answer to the field with this role, if the form has one. */
export const ANSWER_COLUMNS = ['email', 'phone', 'website', 'source', 'close-date'] as const;
export type AnswerColumn = (typeof ANSWER_COLUMNS)[number];

/** The columns of the list in their order, beside the lead itself, which always stays. */
export const LIST_COLUMNS = ['status', 'value', 'agent', ...ANSWER_COLUMNS, 'changed', 'submitted'] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export type Preferences = {
  columns: readonly ListColumn[];
  density: Density;
  /** Whether single keys do something. */
  shortcuts: boolean;
};

export const DEFAULT_PREFERENCES: Preferences = {
  columns: ['status', 'value', 'agent', 'changed', 'submitted'],
  density: 'comfortable',
  shortcuts: true,
};

/** True for an answer column. */
export function isAnswerColumn(column: string): column is AnswerColumn {
  return ANSWER_COLUMNS.some((one) => one === column);
}

/** The stored columns that still exist, in the order of the list; null is no choice. */
export function toColumns(stored: readonly string[] | null): readonly ListColumn[] {
  return stored ? LIST_COLUMNS.filter((column) => stored.includes(column)) : DEFAULT_PREFERENCES.columns;
}
