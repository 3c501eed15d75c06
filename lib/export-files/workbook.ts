import 'server-only';
import { Zip, ZipDeflate } from 'fflate';
import { MAX_SHEET_ROWS, SHEET_END, SHEET_START, toRowXml, workbookFiles } from './sheet-xml';
import type { Cell } from './table';

type WorkbookInput = {
  /** The name of the sheet; further ones have a number besides. */
  name: string;
  head: readonly string[];
  /** Receives the bytes of the file, in order. */
  write: (bytes: Uint8Array) => void;
  /** Fewer rows per sheet, for tests. */
  sheetRows?: number;
};

export type Workbook = { add(rows: readonly (readonly Cell[])[]): void; end(): void };

/**
 * Writes a workbook (XLSX) as it grows: nothing of it stays in memory. What does not fit on a sheet goes to the next one,
 * each with the headings.
 */
export function createWorkbook({ name, head, write, sheetRows = MAX_SHEET_ROWS }: WorkbookInput): Workbook {
  const encoder = new TextEncoder();
  const names: string[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    if (bytes.length > 0) write(bytes);
  });
  const addFile = (path: string) => {
    const file = new ZipDeflate(path);
    zip.add(file);
    return (text: string, isLast: boolean) => void file.push(encoder.encode(text), isLast);
  };
  let row = 0;
  const beginSheet = () => {
    names.push(names.length === 0 ? name : `${name} ${names.length + 1}`);
    const writeSheet = addFile(`xl/worksheets/sheet${names.length}.xml`);
    row = 1;
    writeSheet(`${SHEET_START}${toRowXml(head, { number: row, isHead: true })}`, false);
    return writeSheet;
  };
  let writeSheet = beginSheet();
  return {
    add(rows) {
      for (let from = 0; from < rows.length; ) {
        if (row >= sheetRows) {
          writeSheet(SHEET_END, true);
          writeSheet = beginSheet();
        }
        const some = rows.slice(from, from + sheetRows - row);
        const xml = some.map((cells, index) => toRowXml(cells, { number: row + 1 + index }));
        row += some.length;
        from += some.length;
        writeSheet(xml.join(''), false);
      }
    },
    end() {
      writeSheet(SHEET_END, true);
      for (const [path, text] of Object.entries(workbookFiles(names))) addFile(path)(text, true);
      zip.end();
    },
  };
}
