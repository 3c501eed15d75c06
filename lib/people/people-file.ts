import 'server-only';
import { findDelimiter, readCsv } from '@/lib/import-files/read-csv';
import { TableError } from '@/lib/import-files/table';
import { eachInTurns } from './chunks';

/** The columns of a people file, in the order an export writes them. */
export const COLUMNS = [
  'email',
  'name',
  'organizationId',
  'organizationName',
  'agentId',
  'agentName',
  'agentEmail',
  'role',
] as const;

/** A file without people. The mark at its start tells spreadsheets that it is UTF-8. */
export const TEMPLATE = `\uFEFF${COLUMNS.join(',')}\r\n`;

export type Column = (typeof COLUMNS)[number];

/** Optional columns. */
const OPTIONAL: readonly Column[] = ['agentEmail'];

/** The limits of a file: 5 MB and this many people. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_LINES = 20_000;

/** Why a file cannot be read at all. */
export const FILE_FAULTS = ['too-large', 'encoding', 'no-people', 'columns', 'broken'] as const;

/** The file is not a people file. Nothing of it was processed, and the message contains nothing of it. */
export class PeopleFileError extends Error {
  override name = 'PeopleFileError';

  constructor(
    readonly fault: (typeof FILE_FAULTS)[number],
    /** The columns that are missing or duplicate, or the row that is broken. */
    readonly detail = '',
  ) {
    super(`The file cannot be read: ${fault} ${detail}`.trim());
  }
}

/**
 * The text in the bytes of a file: UTF-8, with or without a byte order mark, or UTF-16 with one.
 *
 * @throws {PeopleFileError} if it is too big, a spreadsheet or an archive, or in another encoding
 */
export function decodePeopleFile(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_FILE_BYTES) throw new PeopleFileError('too-large');
  if (isPacked(bytes)) throw new PeopleFileError('encoding');
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below: the decoder's own message does not help.
  }
  throw new PeopleFileError('encoding');
}

/** By its byte order mark. Older encodings have none, and guessing one would corrupt people's names. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** A workbook is a zip archive, an old one an OLE container, regardless of the file name. */
const PACKED = ['504b0304', '504b0506', '1f8b', 'd0cf11e0'];

function isPacked(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return PACKED.some((magic) => begin.startsWith(magic));
}

/** `line`: the number of the row in a spreadsheet, as in imports of leads. */
export type FileLine = {
  line: number;
  cells: Record<Column, string>;
  /** Another number of cells than the header has: which column each is of is unknown. */
  isMisshapen?: true;
};

type TextRow = { line: number; cells: string[] };

/**
 * The rows of CSV text below its column names, which may be in any order; other columns and empty cells at the end of a
 * row are ignored. Other requests are answered meanwhile.
 *
 * @throws {PeopleFileError}
 */
export async function readPeopleFile(csv: string): Promise<FileLine[]> {
  const [header, ...rows] = await readRows(csv);
  if (!header || rows.length === 0) throw new PeopleFileError('no-people');
  const names = withoutEmptyEnd(header.cells, 0);
  const missing = COLUMNS.filter((column) => !names.includes(column) && !OPTIONAL.includes(column));
  if (missing.length > 0) throw new PeopleFileError('columns', missing.join(', '));
  const alike = names.map((name) => name.trim().toLowerCase());
  const twice = COLUMNS.filter((column) => alike.filter((name) => name === column.toLowerCase()).length > 1);
  if (twice.length > 0) throw new PeopleFileError('columns', twice.join(', '));
  const lines: FileLine[] = [];
  await eachInTurns(rows, (row) => lines.push(toFileLine(row, names)));
  return lines;
}

async function readRows(csv: string): Promise<TextRow[]> {
  const rows: TextRow[] = [];
  try {
    await eachInTurns(readCsv(csv, findDelimiter(csv)), ({ line, cells }) => {
      if (rows.length > MAX_LINES) throw new PeopleFileError('too-large');
      rows.push({ line, cells: cells.map(String) });
    });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new PeopleFileError('broken', String(error.place.line ?? ''));
  }
  return rows;
}

function toFileLine({ line, cells }: TextRow, names: readonly string[]): FileLine {
  const here = withoutEmptyEnd(cells, names.length);
  const cell = (column: Column) => here[names.indexOf(column)] ?? '';
  const file: FileLine = {
    line,
    cells: {
      email: cell('email'),
      name: cell('name'),
      organizationId: cell('organizationId'),
      organizationName: cell('organizationName'),
      agentId: cell('agentId'),
      agentName: cell('agentName'),
      agentEmail: cell('agentEmail'),
      role: cell('role'),
    },
  };
  return here.length === names.length ? file : { ...file, isMisshapen: true };
}

/** Without the empty cells after the first `least`: a spreadsheet pads every line to its widest one. */
function withoutEmptyEnd(cells: readonly string[], least: number): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, Math.max(least, last + 1));
}
