import 'server-only';
import { type Translate, toTitle } from '@/lib/audit/entry';
import { type AuditQuery, type AuditRow, readAudit } from '@/lib/audit/list-audit';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { streamTable } from '@/lib/export-files/stream-table';

const COLUMNS = ['at', 'who', 'what', 'event', 'subject', 'detail'] as const;

/** The log as CSV, newest first. */
export function streamAudit(
  db: Db,
  { query, t, log }: { query: AuditQuery; t: Translate; log: Log },
): ReadableStream<Uint8Array> {
  return streamTable(
    { head: COLUMNS.map((column) => t(`csv.${column}`)), batches: readRows(db, query, t) },
    {
      format: 'csv',
      onError: (error) => log.error('audit.export-failed', { reason: reasonOf(error) }),
    },
  );
}

async function* readRows(db: Db, query: AuditQuery, t: Translate): AsyncGenerator<string[][], void> {
  for await (const rows of readAudit(db, query)) yield rows.map((row) => toCells(row, t));
}

function toCells(row: AuditRow, t: Translate): string[] {
  const { at, email, event, subject, detail } = row;
  const who = email ?? t('desk');
  return [at.toISOString(), who, toTitle(row, t), event, subject, JSON.stringify(detail)];
}
