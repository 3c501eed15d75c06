import 'server-only';
import type { Actor } from '@/lib/auth/viewer';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { streamTable } from '@/lib/export-files/stream-table';
import type { ImportForm, RowInterpretation } from './import-form';
import { type RowOutcome, type RowResult, readResults } from './progress';

const BATCH = 500;

export type ResultTexts = {
  /** The headings: row, company, person, outcome, lead, reason. */
  head: string[];
  outcome: (outcome: RowOutcome) => string;
  sameAsLine: (line: number) => string;
  transferred: string;
};

type RowsInput = {
  viewer: Actor;
  importId: string;
  form: ImportForm;
  interpretation: RowInterpretation;
  texts: ResultTexts;
};

/** Every row with what became of it, as CSV. */
export function streamResult(db: Db, { log, ...task }: RowsInput & { log: Log }): ReadableStream<Uint8Array> {
  return streamTable(
    { head: task.texts.head, batches: readRows(db, task) },
    { format: 'csv', onError: (error) => log.error('import.export-failed', { reason: reasonOf(error) }) },
  );
}

async function* readRows(db: Db, { texts, ...task }: RowsInput): AsyncGenerator<string[][], void> {
  for (let offset = 0; ; offset += BATCH) {
    const rows = await readResults(db, { ...task, limit: BATCH, offset });
    if (rows.length === 0) break;
    yield rows.map((row) => toCells(row, texts));
  }
}

function toCells(
  { line, company, person, outcome, leadId = '', reason = '', sameAsLine, isTransferred }: RowResult,
  texts: ResultTexts,
) {
  const why = sameAsLine === undefined ? reason : texts.sameAsLine(sameAsLine);
  if (isTransferred) return [String(line), company, person, texts.outcome(outcome), '', texts.transferred];
  return [String(line), company, person, texts.outcome(outcome), leadId, why];
}
