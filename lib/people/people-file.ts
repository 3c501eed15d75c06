import 'server-only';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { fromSafeCell } from '@/lib/csv/safe-cell';

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

export type Column = (typeof COLUMNS)[number];

/** Columns that a file may leave out. */
const OPTIONAL: readonly Column[] = ['agentEmail'];

/** The most a file may hold: 5 MB and so many people. */
export const FILE_BYTES_MOST = 5 * 1024 * 1024;
const LINES_MOST = 20_000;

/** Why a file cannot be read at all. */
export const FILE_FAULTS = [
  'too-big',
  'too-many',
  'spreadsheet',
  'encoding',
  'no-people',
  'columns',
  'broken',
] as const;

/** The file is no people file. Nothing of it was looked at further, and nothing of it is in the message. */
export class PeopleFileError extends Error {
  override name = 'PeopleFileError';

  constructor(
    readonly fault: (typeof FILE_FAULTS)[number],
    /** The columns that are missing, or the line that is broken. */
    readonly detail = '',
  ) {
    super(`The file cannot be read: ${fault} ${detail}`.trim());
  }
}

/**
 * The text in the bytes of a file: UTF-8, which a byte order mark may begin.
 *
 * @throws {PeopleFileError} if it is too big, a spreadsheet or an archive, or written in another encoding
 */
export function decodePeopleFile(bytes: Uint8Array): string {
  if (bytes.byteLength > FILE_BYTES_MOST) throw new PeopleFileError('too-big');
  if (isPacked(bytes)) throw new PeopleFileError('spreadsheet');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below: the decoder's own words help nobody.
  }
  throw new PeopleFileError('encoding');
}

/** A workbook is a zip archive, an old one an OLE container, whatever the file is called. */
const PACKED = ['504b0304', '504b0506', '1f8b', 'd0cf11e0'];

function isPacked(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return PACKED.some((magic) => begin.startsWith(magic));
}

export type FileLine = { line: number; cells: Record<Column, string> };

const parsedSchema = z.array(
  z.object({
    record: z.record(z.string(), z.string()),
    info: z.object({ lines: z.number() }),
    raw: z.string(),
  }),
);

/**
 * The records of CSV text with the line each begins on: quoted line ends and empty lines count. A header line is
 * required, the order of the columns is free, and others are ignored.
 *
 * @throws {PeopleFileError}
 */
export function readPeopleFile(csv: string): FileLine[] {
  const parsed = parseRecords(csv);
  if (parsed.length === 0) throw new PeopleFileError('no-people');
  if (parsed.length > LINES_MOST) throw new PeopleFileError('too-many');
  const columns = parsed[0]?.record ?? {};
  const missing = COLUMNS.filter((column) => !Object.hasOwn(columns, column) && !OPTIONAL.includes(column));
  if (missing.length > 0) throw new PeopleFileError('columns', missing.join(', '));
  return parsed.map(({ record, info, raw }) => ({
    line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
    cells: toCells(record),
  }));
}

function parseRecords(csv: string): z.infer<typeof parsedSchema> {
  const options = { columns: true, bom: true, skip_empty_lines: true, trim: true, info: true, raw: true };
  try {
    // One kind of line end: the parser counts the others differently.
    const parsed: unknown = parse(csv.replace(/\r\n?/g, '\n'), { ...options, to: LINES_MOST + 1 });
    return parsedSchema.parse(parsed);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new PeopleFileError('broken', String(error.lines ?? ''));
  }
}

function toCells(record: Record<string, string>): Record<Column, string> {
  const cell = (column: Column) => fromSafeCell(Object.hasOwn(record, column) ? (record[column] ?? '') : '');
  return {
    email: cell('email'),
    name: cell('name'),
    organizationId: cell('organizationId'),
    organizationName: cell('organizationName'),
    agentId: cell('agentId'),
    agentName: cell('agentName'),
    agentEmail: cell('agentEmail'),
    role: cell('role'),
  };
}
