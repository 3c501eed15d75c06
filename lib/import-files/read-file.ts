import 'server-only';
import { MAX_IMPORT_BYTES } from '@/lib/core/file-limits';
import { decodeText } from './decode-text';
import { findDelimiter, readCsv } from './read-csv';
import {
  type Cell,
  MAX_CELL_LENGTH,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  nothingIn,
  type ReadChoice,
  type Table,
  TableError,
  type TableRow,
} from './table';
import { openWorkbook } from './xlsx/open-workbook';

/** How files begin that are no text: a workbook, and what Excel wrote before 2007, or with a password. */
const ZIP = '504b0304';
const OLE = 'd0cf11e0';

/**
 * Reads a file as a table, by its content and whatever it is called: an XLSX workbook, or CSV text with any usual
 * delimiter and encoding. Formulas and macros are never run.
 *
 * @throws {TableError} now, or while rows are taken
 */
export async function readTable(bytes: Uint8Array, choice: ReadChoice = {}): Promise<Table> {
  if (bytes.byteLength === 0) throw new TableError('empty');
  if (bytes.byteLength > MAX_IMPORT_BYTES) throw new TableError('too-large');
  const begin = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (begin === OLE) throw new TableError('not-a-table');
  if (begin === ZIP) return withinLimits(await openWorkbook(bytes, choice.sheet));
  const { text, ...decoded } = decodeText(bytes, choice.encoding);
  // A web page, as some programs write them for spreadsheets.
  if (/^\s*<(?:[!?]|html|head|body|meta|table)/i.test(text)) throw new TableError('not-a-table');
  const { delimiter, rest } = takeNamedDelimiter(text) ?? { delimiter: findDelimiter(text), rest: text };
  return withinLimits({ readAs: { kind: 'csv', ...decoded, delimiter }, rows: readCsv(rest, delimiter) });
}

/** Some programs name the delimiter in a first line of its own, for Excel. The line stays, empty, and is counted. */
function takeNamedDelimiter(text: string): { delimiter: string; rest: string } | undefined {
  const [line, delimiter] = /^"?sep=([,;|\t])"?(?=\r|\n)/i.exec(text) ?? [];
  return line && delimiter ? { delimiter, rest: text.slice(line.length) } : undefined;
}

/** Reads cells that were copied from a spreadsheet, or any CSV text. */
export function readPastedTable(text: string): Promise<Table> {
  return readTable(Buffer.from(text, 'utf8'));
}

function withinLimits({ readAs, rows }: Table): Table {
  return { readAs, rows: takeWithinLimits({ readAs, rows }) };
}

/** Without control characters, which nobody sees and no field takes. */
const withoutControls = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replace(/[^\P{Cc}\t\n\v\f\r]/gu, '') : cell;

async function* takeWithinLimits({ readAs, rows }: Table): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const { line, cells } of rows) {
    count += 1;
    const row = { line, cells: cells.map(withoutControls) };
    // One more for the headings.
    if (count > MAX_IMPORT_ROWS + 1) throw new TableError('too-large', { line: row.line });
    const width = row.cells.findLastIndex((cell) => cell !== '') + 1;
    if (width > MAX_IMPORT_COLUMNS) throw new TableError('too-large', { line: row.line, column: width });
    const long = row.cells.findIndex((cell) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH);
    if (long >= 0) throw new TableError('quotes', { line: row.line, column: long + 1 });
    yield { ...row, cells: row.cells.slice(0, width) };
  }
  if (count === 0) throw nothingIn(readAs);
}
