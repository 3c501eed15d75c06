import 'server-only';
import { type ReadAs, type Table, TableError } from '../table';
import { type NumberUse, numberUse } from './number-formats';
import { readSheet } from './read-sheet';
import { openParts, type Parts, readWholeXml } from './zip';

/** What is unpacked of each part at most: far more than 10,000 rows take. */
const MAX_SMALL_BYTES = 4 * 1024 * 1024;
const MAX_STRINGS_BYTES = 40 * 1024 * 1024;
const MAX_SHEET_BYTES = 64 * 1024 * 1024;

/** Spreadsheets write no longer number formats. */
const MAX_FORMAT_LENGTH = 255;

const WORKBOOK = 'xl/workbook.xml';

/**
 * Opens an XLSX workbook: what people see of the first sheet that is not hidden. Of a formula, its last result is read;
 * macros and everything else in the file are left alone.
 *
 * @throws {TableError}
 */
export async function openWorkbook(bytes: Uint8Array): Promise<Table> {
  const parts = await openParts(bytes);
  if (!parts.entries.has(WORKBOOK)) throw new TableError('not-a-table');
  const { sheets, is1904 } = await readWorkbook(parts);
  const relations = await readRelations(parts);
  const { sheet, otherSheets } = chooseSheet(sheets, relations);
  const part = partOf(parts, relations.get(sheet.relation));
  if (!part) throw new TableError('broken');
  const uses = await readNumberUses(parts);
  const strings = await readStrings(parts);
  const readAs: ReadAs = { kind: 'xlsx', sheet: sheet.name.slice(0, 100), otherSheets };
  const onHidden = () => {
    readAs.hiddenRows = (readAs.hiddenRows ?? 0) + 1;
  };
  const rows = readSheet(parts, { part, maxBytes: MAX_SHEET_BYTES, strings, uses, is1904, onHidden });
  return { readAs, rows };
}

type Sheet = { name: string; relation: string; isHidden: boolean };

async function readWorkbook(parts: Parts): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readSmall(parts, WORKBOOK, (name, attribute) => {
    if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
    if (name !== 'sheet') return;
    const isHidden = (attribute('state') ?? 'visible') !== 'visible';
    sheets.push({ name: attribute('name') ?? '', relation: attribute('id') ?? '', isHidden });
  });
  return { sheets, is1904 };
}

type Relation = { type: string; target: string };

/** The kinds of sheets that hold a chart, a dialog or macros. */
const WITHOUT_CELLS = /\/(?:chartsheet|dialogsheet|xl(?:Intl)?Macrosheet)$/i;

/** The first sheet with cells that people see, and how many others there are. */
function chooseSheet(sheets: readonly Sheet[], relations: ReadonlyMap<string, Relation>) {
  const tables = sheets.filter(({ relation }) => !WITHOUT_CELLS.test(relations.get(relation)?.type ?? ''));
  const shown = tables.filter(({ isHidden }) => !isHidden);
  const sheet = shown[0] ?? (sheets.every(({ isHidden }) => isHidden) ? tables[0] : undefined);
  if (!sheet) throw new TableError(sheets.length > 0 ? 'empty' : 'broken');
  return { sheet, otherSheets: Math.max(0, shown.length - 1) };
}

/** By their ids: what each sheet is, and its part. */
async function readRelations(parts: Parts): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  await readSmall(parts, 'xl/_rels/workbook.xml.rels', (name, attribute) => {
    if (name !== 'Relationship') return;
    const [type = '', target = ''] = [attribute('Type'), attribute('Target')];
    relations.set(attribute('Id') ?? '', { type, target });
  });
  return relations;
}

function partOf(parts: Parts, { target }: Relation = { type: '', target: '' }): string | undefined {
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
  return parts.entries.has(path.toLowerCase()) ? path : undefined;
}

/** What a number stands for in each style of cells. */
async function readNumberUses(parts: Parts): Promise<NumberUse[]> {
  const codes = new Map<number, string>();
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
    if (name === 'xf' && isOfCells) uses.push(numberUse(id, codes.get(id)));
  };
  await readSmall(parts, 'xl/styles.xml', open, close);
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
async function readStrings(parts: Parts): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  // How a Japanese name is pronounced stands beside it.
  let isPhonetic = false;
  await readWholeXml(parts, {
    part: 'xl/sharedStrings.xml',
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
