import 'server-only';
import { stringify } from 'csv-stringify/sync';
import { type AuditQuery, type AuditRow, readAudit } from '@/lib/audit/list-audit';
import { type Translate, toSentence } from '@/lib/audit/sentence';
import { toSafeCell } from '@/lib/core/csv-cell';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';

const COLUMNS = ['at', 'who', 'what', 'event', 'subject', 'detail'] as const;

/**
 * The log as CSV, newest first, spreadsheet-safe and never in memory as a whole: a batch is read once the
 * client has taken the previous one. An error aborts the download, so that a part is not mistaken for the
 * whole.
 */
export function streamAudit(
  db: Db,
  { query, t, log }: { query: AuditQuery; t: Translate; log: Log },
): ReadableStream<Uint8Array> {
  const batches = readAudit(db, query);
  const encoder = new TextEncoder();
  const head = COLUMNS.map((column) => t(`csv.${column}`));
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${toCsv([head])}`)),
    pull: async (controller) => {
      try {
        const { done, value } = await batches.next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(toCsv(value.map((row) => toCells(row, t)))));
      } catch (error) {
        log.error('audit.export-failed', { reason: reasonOf(error) });
        controller.error(error);
      }
    },
    cancel: async () => void (await batches.return(undefined)),
  });
}

function toCells(row: AuditRow, t: Translate): string[] {
  const { at, email, event, subject, detail } = row;
  const who = email ?? t('desk');
  return [at.toISOString(), who, toSentence(row, t), event, subject, JSON.stringify(detail)];
}

function toCsv(lines: string[][]): string {
  return stringify(
    lines.map((cells) => cells.map(toSafeCell)),
    { quoted: true, record_delimiter: '\r\n' },
  );
}
