import 'server-only';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** One record of CSV text, with the line it begins on. */
export type CsvRecord = { line: number; cells: string[] };

/** CSV text with an unclosed quote; `line` is where. */
export class BrokenCsvError extends Error {
  override name = 'BrokenCsvError';

  constructor(readonly line: number | undefined) {
    super(`The CSV text is broken from line ${line} on.`);
  }
}

/** The usual delimiters: in half of Europe a spreadsheet writes semicolons. */
const DELIMITERS = [',', ';', '\t'] as const;
/** Enough records to detect the delimiter. */
const SAMPLE = 100;

const recordsSchema = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }), raw: z.string() }),
);

/**
 * The first `most` records of CSV text; line numbers include quoted line ends and empty lines. The delimiter
 * (comma, semicolon or tab) is the one that divides the first hundred records most evenly; `knownCells`
 * counts the expected cells in the first record, and takes precedence.
 *
 * @throws {BrokenCsvError}
 */
export function readCsv(
  csv: string,
  { most, knownCells }: { most: number; knownCells: (first: readonly string[]) => number },
): CsvRecord[] {
  // Normalised line ends: the parser counts the others differently.
  const text = csv.replace(/\r\n?/g, '\n');
  return parseRecords(text, { delimiter: findDelimiter(text, knownCells), most });
}

function findDelimiter(text: string, knownCells: (first: readonly string[]) => number): string {
  const [best] = DELIMITERS.map((delimiter) => {
    const records = tryRecords(text, delimiter);
    const width = records[0]?.cells.length ?? 0;
    const even = records.filter(({ cells }) => cells.length === width).length;
    return { delimiter, known: knownCells(records[0]?.cells ?? []), even: width > 1 ? even : 0 };
  }).toSorted((one, other) => other.known - one.known || other.even - one.even);
  return best?.delimiter ?? ',';
}

/** With the wrong delimiter, quotes may be in illegal places: then the result is undefined. */
function tryRecords(text: string, delimiter: string): CsvRecord[] {
  try {
    return parseRecords(text, { delimiter, most: SAMPLE });
  } catch {
    return [];
  }
}

function parseRecords(text: string, { delimiter, most }: { delimiter: string; most: number }): CsvRecord[] {
  // The number of cells is validated line by line, by the caller that knows the columns.
  const shape = { relax_column_count: true, bom: true, trim: true };
  // Spreadsheets write an empty row as a line of delimiters.
  const skip = { skip_empty_lines: true, skip_records_with_empty_values: true };
  try {
    const parsed: unknown = parse(text, { ...shape, ...skip, delimiter, to: most, info: true, raw: true });
    return recordsSchema.parse(parsed).map(({ record, info, raw }) => ({
      line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
      cells: record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BrokenCsvError(typeof error.lines === 'number' ? error.lines : undefined);
  }
}
