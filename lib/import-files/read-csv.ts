import 'server-only';
import { Readable } from 'node:stream';
import { CsvError, parse as parseStream } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { fromSafeCell } from '@/lib/core/csv-cell';
import { TableError, type TableRow } from './table';

/** What separates cells: in half of Europe a spreadsheet writes semicolons, and copied cells have tabs. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The longest row, in characters. A longer one is mostly a quote that is never closed. */
const MAX_ROW_LENGTH = 200_000;
/** Enough rows to tell the delimiter. */
const SAMPLE_ROWS = 100;
/** Parsed at once: other requests are answered in between. */
const PART_LENGTH = 64 * 1024;

const recordSchema = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.number() }),
  raw: z.string(),
});

const SHAPE = {
  // A quotation mark after a space opens a cell, too.
  trim: true,
  relax_column_count: true,
  // Copied cells have quotes in the middle of a text, as in 5" pipe.
  relax_quotes: true,
  skip_empty_lines: true,
  // Spreadsheets write an empty row as a line of delimiters.
  skip_records_with_empty_values: true,
  max_record_size: MAX_ROW_LENGTH,
  info: true,
  raw: true,
};

/**
 * The rows of CSV text, each with its number in a spreadsheet: a row whose cells have line ends is one row, and an empty
 * one counts. Cells are as they stand in the file, but for the apostrophe that
 * an export adds to what a spreadsheet could calculate: a file of the desk is imported with the values it was made of.
 *
 * @throws {TableError} `quote-not-closed` with the row of that quote, or `line-too-long` with that row
 */
export async function* readCsv(text: string, delimiter: string): AsyncGenerator<TableRow> {
  const whole = withOneLineEnd(text);
  const parts = Readable.from(partsOf(whole));
  const parser = parts.pipe(parseStream({ ...SHAPE, delimiter }));
  let [lines, lineEndsInCells] = [0, 0];
  try {
    for await (const record of parser) {
      const { record: cells, info, raw } = recordSchema.parse(record);
      lines = info.lines;
      lineEndsInCells += raw.trim().match(/\n/g)?.length ?? 0;
      yield { line: lines - lineEndsInCells, cells: cells.map(toCell) };
    }
  } catch (error) {
    throw error instanceof CsvError
      ? toTableError(error, { whole, lines, delimiter, row: lines - lineEndsInCells })
      : error;
  } finally {
    parts.destroy();
  }
}

/** The delimiter that divides the first rows most evenly; among equals the one that makes more cells. */
export function findDelimiter(text: string): string {
  const sample = withOneLineEnd(text.slice(0, SAMPLE_ROWS * 2_000));
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...measure(sample, delimiter) })).toSorted(
    (one, other) => other.even - one.even || other.width - one.width,
  );
  return best?.delimiter ?? ',';
}

/** How many of the first rows are as wide as most: none, if most are of one cell. */
function measure(sample: string, delimiter: string): { even: number; width: number } {
  const widths = tryRows(sample, delimiter);
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  return width > 1 ? { even: count / widths.length, width } : { even: 0, width: 0 };
}

/** The widths of the first rows: of the lines, where quotes make no sense with this delimiter, or the sample ends in one. */
function tryRows(sample: string, delimiter: string): number[] {
  try {
    const rows: unknown = parse(sample, { ...SHAPE, delimiter, to: SAMPLE_ROWS });
    return z
      .array(recordSchema)
      .parse(rows)
      .map(({ record }) => record.length);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const lines = sample.split('\n', SAMPLE_ROWS).filter((line) => line !== '');
    return lines.map((line) => line.split(delimiter).length);
  }
}

function* partsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PART_LENGTH) yield text.slice(start, start + PART_LENGTH);
}

/** The parser counts other line ends differently. */
const withOneLineEnd = (text: string) => text.replace(/\r\n?/g, '\n');

/** Many programs write a number with leading zeros as a formula, so that spreadsheets keep them: `="00123"`. */
const PROTECTED = /^="([^"]*)"$/;

const toCell = (text: string) => fromSafeCell(PROTECTED.exec(text)?.[1] ?? text);

type Place = { whole: string; lines: number; row: number; delimiter: string };

/** The line on which the parser stopped. */
const stoppedSchema = z.object({ lines: z.number() });

/**
 * The parser notices an unclosed quotation mark at the end of the file, and a row that is too long inside of it, perhaps on a
 * later line: both begin with the quotation mark that is open there, or a row on that line.
 *
 * @param place.lines the lines up to the end of the last good row that was taken
 * @param place.row the number of that row in a spreadsheet
 */
function toTableError(error: CsvError, place: Place): TableError {
  const stopped = error.code === 'CSV_MAX_RECORD_SIZE' ? stoppedSchema.parse(error).lines : undefined;
  return new TableError('quotes', { line: findOpenQuote(place, stopped) });
}

/**
 * The row of the quotation mark that opens a cell and is not closed where a line begins, by default the one after all; the
 * row of that line, if there is none.
 */
function findOpenQuote({ whole, lines, delimiter, row: before }: Place, end = Infinity): number {
  const rest = skipLines(whole, lines);
  let [line, row] = [lines + 1, before + 1];
  let opened: number | undefined;
  // Only spaces so far in this cell.
  let isBetween = true;
  for (let at = 0; at < rest.length && line < end; at += 1) {
    const [sign, after] = [rest[at], rest[at + 1]];
    if (sign === '\n') line += 1;
    if (sign === '\n' && opened === undefined) row += 1;
    const isAtStart = isBetween;
    isBetween = sign === delimiter || sign === '\n' || (isBetween && sign === ' ');
    if (sign !== '"') continue;
    if (opened === undefined) opened = isAtStart ? row : undefined;
    else if (after === '"') at += 1;
    else if (after === undefined || after === delimiter || after === '\n') opened = undefined;
  }
  return opened ?? row;
}

function skipLines(text: string, lines: number): string {
  let start = 0;
  for (let line = 0; line < lines; line += 1) start = text.indexOf('\n', start) + 1 || text.length;
  return text.slice(start);
}
