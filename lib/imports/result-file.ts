import 'server-only';
import { stringify } from 'csv-stringify/sync';
import { toSafeCell } from '@/lib/core/csv-cell';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import type { ImportForm, RowReading } from './import-form';
import { type RowOutcome, type RowResult, readResults } from './progress';

const BATCH = 500;

export type ResultTexts = {
  /** The headings: row, company, person, outcome, lead, reason. */
  head: string[];
  outcome: (outcome: RowOutcome) => string;
};

type FileTask = { importId: string; form: ImportForm; reading: RowReading; texts: ResultTexts; log: Log };

/**
 * Every row with what became of it as CSV, safe in a spreadsheet and never in memory as a whole. An error aborts the
 * download, so that a part is not mistaken for the whole.
 */
export function streamResult(db: Db, { texts, log, ...task }: FileTask): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let offset = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${toCsv([texts.head])}`)),
    pull: async (controller) => {
      try {
        const rows = await readResults(db, { ...task, limit: BATCH, offset });
        if (rows.length === 0) return controller.close();
        offset += rows.length;
        controller.enqueue(encoder.encode(toCsv(rows.map((row) => toCells(row, texts)))));
      } catch (error) {
        log.error('import.export-failed', { reason: reasonOf(error) });
        controller.error(error);
      }
    },
  });
}

function toCells(
  { line, company, person, outcome, leadId = '', reason = '' }: RowResult,
  texts: ResultTexts,
) {
  return [String(line), company, person, texts.outcome(outcome), leadId, reason];
}

/** Lines of CSV, safe to open in a spreadsheet. */
export function toCsv(lines: readonly (readonly string[])[]): string {
  return stringify(
    lines.map((cells) => cells.map(toSafeCell)),
    { quoted: true, record_delimiter: '\r\n' },
  );
}
