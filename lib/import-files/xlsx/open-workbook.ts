import 'server-only';
import { posix } from 'node:path';
import { cutText, toStorable } from '@/lib/core/text';
import {
  countFilled,
  findHeadings,
  HEADING_ROWS,
  type ReadAs,
  type Table,
  TableError,
  type TableRow,
} from '../table';
import { type NumberUse, numberUse } from './number-formats';
import { readSheet } from './read-sheet';
import { openParts, type Parts, readWholeXml } from './zip';

/** What is unpacked of each part at most: far more than 10,000 rows take. */
const MAX_SMALL_BYTES = 4 * 1024 * 1024;
const MAX_STRINGS_BYTES = 40 * 1024 * 1024;
const MAX_SHEET_BYTES = 64 * 1024 * 1024;

/** Spreadsheets write no longer number formats. */
const MAX_FORMAT_LENGTH = 255;

/** Offered to choose from, and longer than any that a spreadsheet takes. */
const MAX_SHEETS = 50;
const MAX_SHEET_NAME = 100;

/**
 * Opens an XLSX workbook: what people see of one of its sheets, by default the first that looks like a table. Of a
 * formula, its last result is read; macros and everything else in the file are left alone.
 *
 * @param wanted the name of a sheet; one that is not there is taken for none
 * @throws {TableError}
 */
export async function openWorkbook(bytes: Uint8Array, wanted?: string): Promise<Table> {
  const parts = await openParts(bytes);
  const [main] = findRelations(await readRelations(parts, ''), 'officeDocument');
  if (main === undefined || !parts.entries.has(main.toLowerCase())) throw new TableError('not-a-table');
  const { sheets, is1904 } = await readWorkbook(parts, main);
  const relations = await readRelations(parts, main);
  const [styles = ''] = findRelations(relations, 'styles');
  const [texts = ''] = findRelations(relations, 'sharedStrings');
  const book = {
    parts,
    relations,
    is1904,
    uses: await readNumberUses(parts, styles),
    strings: await readStrings(parts, texts),
  };
  const choosable = listChoosable(sheets, relations);
  const sheet = choosable.find(({ name }) => name === wanted) ?? (await findTable(book, choosable));
  const names = choosable.map(({ name }) => name);
  return openSheet(book, sheet, {
    kind: 'xlsx',
    sheet: sheet.name,
    otherSheets: names.length - 1,
    ...(names.length > 1 && { sheets: names }),
  });
}

type Sheet = { name: string; relation: string; isHidden: boolean };

type Book = {
  parts: Parts;
  relations: ReadonlyMap<string, Relation>;
  is1904: boolean;
  uses: readonly NumberUse[];
  strings: readonly string[];
};

function openSheet(
  { parts, relations, ...book }: Book,
  sheet: Sheet,
  readAs: Extract<ReadAs, { kind: 'xlsx' }>,
): Table {
  const part = relations.get(sheet.relation)?.part ?? '';
  if (!parts.entries.has(part.toLowerCase())) throw new TableError('not-a-table');
  const onHidden = () => {
    readAs.hiddenRows = (readAs.hiddenRows ?? 0) + 1;
  };
  const onHiddenColumns = (columns: readonly number[]) => {
    readAs.hiddenColumns = [...new Set([...(readAs.hiddenColumns ?? []), ...columns])];
  };
  const task = { ...book, part, maxBytes: MAX_SHEET_BYTES, onHidden, onHiddenColumns };
  return { readAs, rows: readSheet(parts, task) };
}

async function readWorkbook(parts: Parts, main: string): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readSmall(parts, main, (name, attribute) => {
    if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
    if (name !== 'sheet') return;
    const isHidden = (attribute('state') ?? 'visible') !== 'visible';
    const title = cutText(toStorable(attribute('name') ?? ''), MAX_SHEET_NAME);
    sheets.push({ name: title, relation: attribute('id') ?? '', isHidden });
  });
  return { sheets, is1904 };
}

/** What a part refers to: its kind, and the part it is, by its whole path. */
type Relation = { type: string; part: string };

/** The kinds of sheets that hold a chart, a dialog or macros. */
const WITHOUT_CELLS = /\/(?:chartsheet|dialogsheet|xl(?:Intl)?Macrosheet)$/i;

/** The sheets with cells that people see; if all are hidden, the first. */
function listChoosable(sheets: readonly Sheet[], relations: ReadonlyMap<string, Relation>): Sheet[] {
  if (sheets.length === 0) throw new TableError('not-a-table');
  const tables = sheets.filter(({ relation }) => !WITHOUT_CELLS.test(relations.get(relation)?.type ?? ''));
  const shown = tables.filter(({ isHidden }) => !isHidden);
  if (shown.length > 0) return shown.slice(0, MAX_SHEETS);
  if (tables.length === 0 || sheets.some(({ isHidden }) => !isHidden)) throw new TableError('empty');
  return tables.slice(0, 1);
}

/** The first sheet with headings of several columns; else the first with a filled cell, else the first. */
async function findTable(book: Book, sheets: readonly Sheet[]): Promise<Sheet> {
  const [first] = sheets;
  if (!first) throw new TableError('empty');
  if (sheets.length === 1) return first;
  let filled: Sheet | undefined;
  for (const sheet of sheets) {
    const rows: TableRow[] = [];
    for await (const row of openSheet(book, sheet, { kind: 'xlsx', sheet: sheet.name, otherSheets: 0 }).rows)
      if (rows.push(row) === HEADING_ROWS) break;
    const headings = rows[findHeadings(rows) ?? -1];
    if (headings && countFilled(headings) > 1) return sheet;
    if (rows.length > 0) filled ??= sheet;
  }
  return filled ?? first;
}

/** By their ids: what a part refers to. `''`: the workbook as a whole. */
async function readRelations(parts: Parts, part: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const folder = posix.dirname(`/${part}`);
  await readSmall(
    parts,
    posix.join(folder, '_rels', `${posix.basename(part)}.rels`).slice(1),
    (name, attribute) => {
      if (name !== 'Relationship') return;
      const [type = '', target = ''] = [attribute('Type'), attribute('Target')];
      relations.set(attribute('Id') ?? '', { type, part: posix.resolve(folder, target).slice(1) });
    },
  );
  return relations;
}

/** The parts of a kind: each edition of the format has its own address for it, with the same end. */
function findRelations(relations: ReadonlyMap<string, Relation>, kind: string): string[] {
  return [...relations.values()].flatMap(({ type, part }) => (type.endsWith(`/${kind}`) ? [part] : []));
}

/** What a number stands for in each style of cells. */
async function readNumberUses(parts: Parts, part: string): Promise<NumberUse[]> {
  const codes = new Map<number, string>();
  const known = new Map<number, NumberUse>();
  const uses: NumberUse[] = [];
  let isOfCells = false;
  const close = (name: string) => {
    if (name === 'cellXfs') isOfCells = false;
  };
  const open = (name: string, attribute: (name: string) => string | undefined) => {
    if (name === 'numFmt')
      codes.set(Number(attribute('numFmtId')), (attribute('formatCode') ?? '').slice(0, MAX_FORMAT_LENGTH));
    if (name === 'cellXfs') isOfCells = true;
    const id = Number(attribute('numFmtId') ?? 0);
    if (name !== 'xf' || !isOfCells) return;
    const use = known.get(id) ?? numberUse(id, codes.get(id));
    known.set(id, use);
    uses.push(use);
  };
  await readSmall(parts, part, open, close);
  return uses;
}

async function readSmall(
  parts: Parts,
  part: string,
  open: (name: string, attribute: (name: string) => string | undefined) => void,
  close: (name: string) => void = () => {},
): Promise<void> {
  await readWholeXml(parts, {
    part,
    maxBytes: MAX_SMALL_BYTES,
    handlers: { open, close, text: () => {} },
  });
}

/** The texts that cells name by number. */
async function readStrings(parts: Parts, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  // How a Japanese name is pronounced stands beside it.
  let isPhonetic = false;
  await readWholeXml(parts, {
    part,
    maxBytes: MAX_STRINGS_BYTES,
    handlers: {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      text: (part) => {
        if (isText) text += part;
      },
      close: (name) => {
        if (name === 'si') strings.push(text);
        if (name === 'rPh') isPhonetic = false;
        if (name === 't') isText = false;
      },
    },
  });
  return strings;
}
