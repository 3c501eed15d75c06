import 'server-only';

/** The limits of the table in an import's file. */
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 500;
/** In characters: more than a spreadsheet's cell takes. */
export const MAX_CELL_LENGTH = 32_767;

/** A number only where the file says that it is one: then no separator has to be understood. */
export type Cell = string | number;

/** A row with at least one filled cell; `line` is its number in a spreadsheet, from 1. */
export type TableRow = { line: number; cells: Cell[] };

/** How the file was read, for the person to check. */
export type ReadAs =
  /** `choice`: absent for Unicode; else whether its encoding is clear, or the person has to choose. */
  | { kind: 'csv'; encoding: TextEncoding; delimiter: string; choice?: 'clear' | 'unsure' }
  /**
   * `sheets`: the names of all that can be read instead, if there are several. `hiddenRows`: how many were left out, if any;
   * `hiddenColumns`: the columns that people do not see, from 0. Both are known once all rows are taken.
   */
  | {
      kind: 'xlsx';
      sheet: string;
      otherSheets: number;
      sheets?: string[];
      hiddenRows?: number;
      hiddenColumns?: number[];
    };

/** What a person can choose: what spreadsheets and other programs write. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'koi8-r',
  'macintosh',
  'cp850',
  'cp852',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

export type TextEncoding = (typeof TEXT_ENCODINGS)[number] | 'utf-16';

/** What a person chose of how their file is read. */
export type ReadChoice = { sheet?: string; encoding?: (typeof TEXT_ENCODINGS)[number] };

/** A file with a table. Its rows are read while they are taken, and once. */
export type Table = { readAs: ReadAs; rows: AsyncIterable<TableRow> };

/** Why a file cannot be read. `quotes`: one is missing, or a row is too long. `not-a-table`: damaged, too. */
export const TABLE_FAULTS = ['empty', 'all-hidden', 'too-large', 'quotes', 'not-a-table'] as const;

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

/** The headings are sought in the first rows, at most this many. */
export const HEADING_ROWS = 10;

/** How many cells of a row are filled. */
export const countFilled = ({ cells }: TableRow) => cells.filter((cell) => cell !== '').length;

/**
 * The row that names the columns, from 0: the first that fills more than half as many columns as the widest, if it holds
 * texts alone, without an address or a number. Rows above it are a title. Undefined if all rows are leads.
 */
export function findHeadings(rows: readonly TableRow[]): number | undefined {
  const first = rows.slice(0, HEADING_ROWS);
  const widest = Math.max(0, ...first.map(countFilled));
  const found = first.findIndex((row) => countFilled(row) > widest / 2);
  const cells = first[found]?.cells ?? [0];
  const isOfTexts = cells.every(
    (cell) => typeof cell === 'string' && !/@|^\s*[\d.,+-]+\s*$|^https?:/.test(cell),
  );
  return isOfTexts ? found : undefined;
}
