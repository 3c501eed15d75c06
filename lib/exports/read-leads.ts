import 'server-only';
import { and, inArray } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { LeadsQuery } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { listLeads } from '@/lib/leads/list';
import type { LeadRow } from '@/lib/leads/list-view';
import { visibleTo } from '@/lib/leads/visible-to';

/** Read at once: a page of a keyset costs the same wherever it is. */
const BATCH = 500;

/** A lead of the list with all its answers. */
export type ExportedLead = LeadRow & { record: typeof leads.$inferSelect.record };

/** All leads that the list would show the viewer, in its order, page by page from the first one. */
export async function* readLeads(
  db: Db,
  viewer: Viewer,
  { query, timeZone }: { query: LeadsQuery; timeZone: string },
): AsyncGenerator<ExportedLead[], void> {
  if (query.show === 'needs-correction') return;
  for (let after: string | undefined; ; ) {
    const place = { ...query, page: 1, before: undefined, after };
    const { rows, nextAfter } = await listLeads(db, viewer, { query: place, timeZone, size: BATCH });
    const records = await readRecords(db, viewer, rows);
    // One that was deleted or moved in between is not the viewer's any more.
    yield rows.flatMap((row) => {
      const record = records.get(row.id);
      return record ? [{ ...row, record }] : [];
    });
    if (nextAfter === undefined) return;
    after = nextAfter;
  }
}

async function readRecords(db: Db, viewer: Viewer, rows: readonly LeadRow[]) {
  if (rows.length === 0) return new Map<string, ExportedLead['record']>();
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select({ id: leads.id, record: leads.record })
    .from(leads)
    .where(and(visibleTo(viewer), inArray(leads.id, ids)));
  return new Map(found.map(({ id, record }) => [id, record]));
}
