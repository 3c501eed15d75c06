import 'server-only';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** One record of CSV text, with the line it begins on. */
export type CsvRecord = { line: number; cells: string[] };

/** CSV text whose quotes do not close; `line` is where. */
export class BrokenCsvError extends Error {
  override name = 'BrokenCsvError';

  constructor(readonly line: number | undefined) {
    super(`The CSV text is broken from line ${line} on.`);
  }
}

/** What programs put between two cells: in half of Europe a spreadsheet writes semicolons. */
const DELIMITERS = [',', ';', '\t'] as const;
/** Enough to see by what the records are divided. */
const SAMPLE = 100;

const recordsSchema = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }), raw: z.string() }),
);

/**
 * The records of CSV text, the first `most` of them: quoted line ends and empty lines count for the lines. They are
 * divided by commas, semicolons or tabs, whichever divides the first hundred most evenly; `knownCells` says of the first
 * record how many of its cells are what one expects there, and decides before that.
 *
 * @throws {BrokenCsvError}
 */
export function readCsv(
  csv: string,
  { most, knownCells }: { most: number; knownCells: (first: readonly string[]) => number },
): CsvRecord[] {
  // One kind of line end: the parser counts the others differently.
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

/** Divided by the wrong sign, quotes may stand where none may: then nothing is known of it. */
function tryRecords(text: string, delimiter: string): CsvRecord[] {
  try {
    return parseRecords(text, { delimiter, most: SAMPLE });
  } catch {
    return [];
  }
}

function parseRecords(text: string, { delimiter, most }: { delimiter: string; most: number }): CsvRecord[] {
  // How many cells a record has is judged line by line, by whoever knows what is in them.
  const shape = { relax_column_count: true, bom: true, trim: true };
  // A line of separators alone is what a spreadsheet writes for an empty row.
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
