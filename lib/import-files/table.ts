import 'server-only';

/** The limits of the table in an import's file. */
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 500;
/** In characters: more than a spreadsheet's cell takes. */
export const MAX_CELL_LENGTH = 32_767;

/** A number only where the file says that it is one: then no separator has to be understood. */
export type Cell = string | number;

/** A row with at least one filled cell; `line` is its line or row number in the file, from 1. */
export type TableRow = { line: number; cells: Cell[] };

/** How the file was read, for the person to check. */
export type ReadAs =
  | { kind: 'csv'; encoding: TextEncoding; delimiter: string }
  /** `hiddenRows`: how many were left out, if any; known once all others are taken. */
  | { kind: 'xlsx'; sheet: string; otherSheets: number; hiddenRows?: number };

export type TextEncoding = 'utf-8' | 'utf-16' | 'windows-1252';

/** A file with a table. Its rows are read while they are taken, and once. */
export type Table = { readAs: ReadAs; rows: AsyncIterable<TableRow> };

/** Why a file cannot be read. */
export const TABLE_FAULTS = [
  'empty',
  'all-hidden',
  'too-big',
  'too-big-inside',
  'too-complex',
  'too-many-rows',
  'too-many-columns',
  'line-too-long',
  'quote-not-closed',
  'encoding',
  'not-a-table',
  'locked-or-old',
  'broken',
] as const;

export type TableFault = (typeof TABLE_FAULTS)[number];

/** The file is not a table that an import takes. The message contains nothing of it. */
export class TableError extends Error {
  override name = 'TableError';

  constructor(
    readonly fault: TableFault,
    /** Where it was noticed. */
    readonly place: { line?: number; column?: number } = {},
  ) {
    super(`The file cannot be read: ${fault} ${JSON.stringify(place)}`);
  }
}

/** Why there is no row to import. */
export function nothingIn(readAs: ReadAs): TableError {
  return new TableError(readAs.kind === 'xlsx' && readAs.hiddenRows ? 'all-hidden' : 'empty');
}

/** Headings are texts, without an address or a number among them. */
export function looksLikeHeadings({ cells }: TableRow): boolean {
  return cells.every((cell) => typeof cell === 'string' && !/@|^\s*[\d.,+-]+\s*$|^https?:/.test(cell));
}
