/** The roles of a table's elements. Explicit, because Safari drops those of a table with a grid layout. */
export const TABLE = { role: 'table' };
export const ROWS = { role: 'rowgroup' };
export const ROW = { role: 'row' };
export const COLUMN_HEADER = { role: 'columnheader' };
export const ROW_HEADER = { role: 'rowheader' };
export const CELL = { role: 'cell' };
