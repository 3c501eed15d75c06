import { once } from 'node:events';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import { openPostgres } from '@/lib/db/postgres';
import { leads } from '@/lib/db/schema/leads';
import { type ExportFormat, streamTable } from '@/lib/export-files/stream-table';
import { exportLeads } from '@/lib/exports/export-leads';

/** The desk's side of an export in `npm run bench -- reports`: a separate process, so that its memory can be measured. */

export type ExportOrder = { url: string; viewer: Viewer; format: ExportFormat };

/** What it took; memory in bytes: before, at most while the first tenth of the rows was written, and at most at all. */
export type ExportCost = {
  rows: number;
  bytes: number;
  ms: number;
  idle: number;
  earlyPeak: number;
  peak: number;
};

async function runExport({ url, viewer, format }: ExportOrder): Promise<ExportCost> {
  const { db, close } = await openPostgres(url);
  const labels = { heading: (fact: string) => fact, yes: 'Yes', no: 'No', timeZone: 'UTC' };
  const download = async (query: LeadsQuery, onRows: (count: number) => void) => {
    const { head, batches } = await exportLeads(db, viewer, {
      query,
      columns: 'all' as const,
      locale: 'en',
      labels: { ...labels, statusOverrides: new Map() },
    });
    async function* counted() {
      for await (const batch of batches) {
        onRows(batch.length);
        yield batch;
      }
    }
    const onError = (error: unknown) => console.error(error);
    let bytes = 0;
    for await (const chunk of streamTable({ head, batches: counted() }, { format, onError }))
      bytes += chunk.byteLength;
    return bytes;
  };
  // Loads the code: an idle desk has served others before.
  await download({ ...DEFAULT_LEADS_QUERY, status: 'on hold' }, () => {});
  const cost = { rows: 0, bytes: 0, ms: 0, idle: process.memoryUsage.rss(), earlyPeak: 0, peak: 0 };
  const firstTenth = (await db.$count(leads)) / 10;
  const began = performance.now();
  cost.bytes = await download(DEFAULT_LEADS_QUERY, (count) => {
    cost.rows += count;
    cost.peak = Math.max(cost.peak, process.memoryUsage.rss());
    if (cost.rows <= firstTenth) cost.earlyPeak = cost.peak;
  });
  await close();
  return { ...cost, earlyPeak: cost.earlyPeak || cost.peak, ms: performance.now() - began };
}

// The parent is gone: nothing else would end this process.
process.once('disconnect', () => process.exit());
const [order] = await once(process, 'message');
process.send?.(await runExport(order as ExportOrder));
