import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { importFiles, importRows } from '@/lib/db/schema/imports';
import { readCellsAs } from '@/lib/import-files/decode-text';
import {
  type ReadChoice,
  type Table,
  TableError,
  type TableFault,
  TEXT_ENCODINGS,
  type TextEncoding,
} from '@/lib/import-files/table';
import type { StoredImport } from './imports';
import { setHeadings, storeFile } from './store-file';

/**
 * `again`: the file was read again, as the import with this id; the one before is gone. `changed`: its headings are
 * others. `no-file`: the file is not kept any more. `fault`: it cannot be read so, and nothing was changed.
 */
export type ReadAgain =
  | { kind: 'again'; id: string }
  | { kind: 'changed' }
  | { kind: 'no-file' }
  | { kind: 'busy' }
  | { kind: 'fault'; fault: TableFault };

/** Reads the bytes of a file (`readApart`). */
export type ReadFile = (bytes: Uint8Array, choice: ReadChoice) => Promise<Table>;

type ReadInput = {
  stored: StoredImport;
  choice: ReadChoice;
  /** The row with the headings, from 0; undefined for none. */
  headings: number | undefined;
  readFile: ReadFile;
  now: Date;
};

/** Reads an import's file as its person says: another sheet or encoding, or other headings. Nothing of it was sent yet. */
export async function readAgain(db: Db, viewer: Viewer, task: ReadInput): Promise<ReadAgain> {
  const { stored, choice, headings, readFile, now } = task;
  if (stored.startedAt !== null) return { kind: 'busy' };
  if (isReadSo(stored, choice)) {
    await setHeadings(db, { id: stored.id, row: headings });
    return { kind: 'changed' };
  }
  const [file] = await db
    .select({ bytes: importFiles.bytes })
    .from(importFiles)
    .where(eq(importFiles.importId, stored.id));
  if (!file) return { kind: 'no-file' };
  try {
    const bytes = new Uint8Array(file.bytes);
    const table = await readFile(bytes, choice);
    const result = await storeFile(db, viewer, {
      table,
      bytes,
      now,
      fileName: stored.fileName,
      replaces: stored.id,
    });
    return result.kind === 'stored' ? { kind: 'again', id: result.id } : { kind: 'no-file' };
  } catch (error) {
    if (error instanceof TableError) return { kind: 'fault', fault: error.fault };
    throw error;
  }
}

/** Shown of the file, as each encoding reads them. */
const CELLS_SHOWN = 3;
/** A file whose letters are all further below has few of them. */
const ROWS_SOUGHT = 500;

/** How each encoding reads some cells of the file; none if it is Unicode, or is not kept any more. */
export async function listDecodings(
  db: Db,
  { id, readAs }: StoredImport,
): Promise<{ encoding: TextEncoding; cells: string[] }[]> {
  const present = TEXT_ENCODINGS.find((one) => readAs?.kind === 'csv' && one === readAs.encoding);
  if (readAs?.kind !== 'csv' || !readAs.choice || !present) return [];
  if ((await db.$count(importFiles, eq(importFiles.importId, id))) === 0) return [];
  const rows = await db
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.position))
    .limit(ROWS_SOUGHT);
  const cells = new Set(rows.flatMap((row) => row.cells.map(String).filter(hasLetters)));
  const shown = [...cells].slice(0, CELLS_SHOWN).map((cell) => cell.slice(0, 200));
  return TEXT_ENCODINGS.map((encoding) => ({ encoding, cells: readCellsAs(shown, present, encoding) }));
}

/** Letters that other encodings have elsewhere. */
const hasLetters = (text: string) => /[^\0-\x7f]/.test(text);

function isReadSo({ readAs }: StoredImport, { sheet, encoding }: ReadChoice): boolean {
  if (readAs?.kind === 'xlsx') return sheet === undefined || sheet === readAs.sheet;
  return encoding === undefined || (encoding === readAs?.encoding && readAs.choice !== 'unsure');
}
