import 'server-only';

/** A cell of an exported table: a number stays one in a spreadsheet. */
export type Cell = string | number;

/** An exported table: its headings, and its rows in batches, each read once the one before was taken. */
export type Table = { head: readonly string[]; batches: AsyncGenerator<Cell[][], void> };
