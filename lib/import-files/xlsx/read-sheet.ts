import 'server-only';
import { type Cell, MAX_IMPORT_COLUMNS, TableError, type TableRow } from '../table';
import { type NumberUse, toCell } from './number-formats';
import { type Parts, readXml, type XmlHandlers } from './zip';

/** Of all cells together: a text that a thousand cells name is stored once in the file. */
const MAX_CHARACTERS = 20_000_000;

type SheetInput = {
  part: string;
  maxBytes: number;
  strings: readonly string[];
  /** By the number of a cell's style. */
  uses: readonly NumberUse[];
  is1904: boolean;
  /** Called for each filled row that people do not see. */
  onHidden: () => void;
  /** Called with the columns that people do not see, from 0. */
  onHiddenColumns: (columns: readonly number[]) => void;
};

/** The rows of a sheet that people see, while it is unpacked. */
export async function* readSheet(parts: Parts, task: SheetInput): AsyncGenerator<TableRow> {
  const { part, maxBytes } = task;
  const { handlers, rows } = rowReader(task);
  for await (const _ of readXml(parts, { part, maxBytes, handlers })) yield* rows.splice(0);
  yield* rows.splice(0);
}

type OpenCell = {
  column: number;
  type: string;
  use: NumberUse;
  text: string;
  isFormula: boolean;
};

/** What a spreadsheet shows for a formula that it cannot work out. */
const NO_RESULT = '#VALUE!';

/** No sheet has further rows. */
const LAST_LINE = 1_048_576;

function rowReader(task: SheetInput): { handlers: XmlHandlers; rows: TableRow[] } {
  const rows: TableRow[] = [];
  let row: TableRow = { line: 0, cells: [] };
  let isHidden = false;
  let cell: OpenCell | undefined;
  let isText = false;
  let isPhonetic = false;
  let characters = 0;

  function openRow(number: number): void {
    const isNext = Number.isInteger(number) && number > row.line && number <= LAST_LINE;
    row = { line: isNext ? number : row.line + 1, cells: [] };
  }

  function openCell(attribute: (name: string) => string | undefined): void {
    const column = columnOf(attribute('r')) ?? row.cells.length;
    const use = task.uses[Number(attribute('s') ?? 0)] ?? 'number';
    cell = { column, type: attribute('t') ?? 'n', use, text: '', isFormula: false };
  }

  function closeCell(): void {
    if (!cell) return;
    // A program that does not calculate wrote it: an empty answer would be a guess. An empty text is a result.
    const hasNoResult = cell.isFormula && cell.text === '' && cell.type !== 'str';
    const value = hasNoResult ? NO_RESULT : cellOf(cell, task);
    characters += String(value).length;
    if (characters > MAX_CHARACTERS) throw new TableError('too-large', { line: row.line });
    if (value !== '') {
      if (cell.column >= MAX_IMPORT_COLUMNS)
        throw new TableError('too-large', { line: row.line, column: cell.column + 1 });
      while (row.cells.length < cell.column) row.cells.push('');
      row.cells[cell.column] = value;
    }
    cell = undefined;
  }

  const handlers: XmlHandlers = {
    open: (name, attribute) => {
      if (name === 'row') {
        openRow(Number(attribute('r')));
        isHidden = isHiddenBy(attribute);
      }
      if (name === 'col' && isHiddenBy(attribute))
        task.onHiddenColumns(columnsBetween(Number(attribute('min')), Number(attribute('max'))));
      if (name === 'c') openCell(attribute);
      if (name === 'rPh') isPhonetic = true;
      if (cell && name === 'f') cell.isFormula = true;
      // Not `f`: of a formula only its last result counts.
      isText = (name === 'v' || name === 't') && !isPhonetic;
    },
    text: (part) => {
      if (cell && isText) cell.text += part;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c') closeCell();
      if (name === 'row' && row.cells.length > 0) {
        if (isHidden) task.onHidden();
        else rows.push(row);
      }
    },
  };
  return { handlers, rows };
}

const isHiddenBy = (attribute: (name: string) => string | undefined) =>
  ['1', 'true'].includes(attribute('hidden') ?? '');

/** From 0, of columns that are counted from 1. */
function columnsBetween(min: number, max: number): number[] {
  return Array.from({ length: MAX_IMPORT_COLUMNS }, (_, column) => column).filter(
    (column) => column + 1 >= min && column + 1 <= max,
  );
}

/** The column of `BC12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf({ type, use, text }: OpenCell, { strings, is1904 }: SheetInput): Cell {
  switch (type) {
    case 's':
      // Some programs write an empty cell without the number of its text.
      return text.trim() === '' ? '' : unescapeText(strings[Number(text)] ?? '');
    case 'n': {
      const value = Number(text);
      return text.trim() === '' || !Number.isFinite(value) ? text : toCell(value, { use, is1904 });
    }
    case 'b':
      return text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : text;
    case 'd':
      return use === 'day' ? text.slice(0, 10) : text.replace(/T00:00:00(?:\.0+)?Z?$/, '');
    default:
      return unescapeText(text);
  }
}

/** What XML cannot hold is written as its number in hex: `_x000D_` is a carriage return (ECMA-376, 22.9.2.19). */
function unescapeText(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
