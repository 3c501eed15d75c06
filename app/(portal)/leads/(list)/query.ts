import 'server-only';
import { desc, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { getServiceHealth, toServiceDown } from '@/lib/connection/health';
import { isFiltered, type LeadsQuery, toOtherFilters } from '@/lib/core/leads-query';
import { orderStatuses, statusOverridesFor } from '@/lib/core/status-labels';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { findImport } from '@/lib/imports/imports';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findValueCurrency } from '@/lib/lead-schema/schema';
import { getStoredStatusOverrides } from '@/lib/lead-schema/status-settings';
import { withAllowedOrder } from '@/lib/leads/allowed-order';
import { findAnswerFields, offerColumns, readAnswers } from '@/lib/leads/columns';
import {
  countByStatus,
  countLeads,
  type LeadList,
  listAgents,
  listLeads,
  readConfirmedAt,
} from '@/lib/leads/list';
import type { LeadsPage } from '@/lib/leads/list-view';
import { listViews } from '@/lib/leads/saved-views';
import { getUnread } from '@/lib/notices/notices';
import { readUsualWait } from '@/lib/response-times/waiting';
import { countNeedsCorrection, listNeedsCorrection } from '@/lib/submissions/needs-correction';
import { listPendingRows } from '@/lib/submissions/pending';

/**
 * Everything the dashboard shows, from our database alone: reading it never calls the service. Statuses are in the
 * order of the pipeline, whatever they are called in the viewer's language.
 *
 * @param locale the viewer's, as a tag (BCP 47)
 */
export async function getLeadsPage(
  db: Db,
  viewer: Viewer,
  task: { query: LeadsQuery; timeZone: string; now: Date; locale: string },
): Promise<LeadsPage> {
  const { timeZone, now, locale } = task;
  const query = await withAllowedOrder(db, task.query);
  const listing = query.show === 'needs-correction' ? readNeedsCorrection : readLeads;
  const { preferences, membership } = viewer;
  const [
    list,
    statuses,
    fields,
    allNeedCorrection,
    agents,
    views,
    usualWaitMs,
    health,
    { hidesValue, money },
    overrides,
    imported,
  ] = await Promise.all([
    listing(db, viewer, { query, timeZone, now }),
    countByStatus(db, viewer, { query, timeZone, now }),
    findAnswerFields(db, locale),
    countNeedsCorrection(db, viewer),
    listAgents(db, viewer),
    listViews(db, viewer),
    readUsualWait(db, { organizationId: membership.organizationId, now }),
    getServiceHealth(db),
    readMoney(db),
    getStoredStatusOverrides(db),
    query.import && !viewer.viewedBy ? findImport(db, viewer, query.import) : undefined,
  ]);
  // After the list: what it shows is not newer than this.
  const unread = await getUnread(db, viewer);
  const pending = list.pending.filter(({ id }) => query.show !== 'unread' || unread.submissionIds.has(id));
  const ids = list.rows.map((row) => row.id);
  const confirmedAt = (await readConfirmedAt(db, viewer, ids)) ?? (await readLastFullSync(db));
  const { pageCount } = list;
  const columns = offerColumns({ fields, chosen: preferences.columns, role: membership.role, hidesValue });
  const answersOf = await readAnswers(db, viewer, { ...list, pending, columns, fields });
  return {
    query: { ...query, page: pageCount === undefined ? query.page : Math.min(query.page, pageCount) },
    ...list,
    isReadOnly: viewer.viewedBy !== undefined,
    statusOverrides: statusOverridesFor(overrides, locale),
    rows: list.rows.map((row) => ({
      ...row,
      ...money,
      answers: answersOf(row),
      isUnread: unread.leadIds.has(row.id),
    })),
    pending: pending.map((row) => ({
      ...row,
      ...money,
      answers: answersOf(row),
      isUnread: unread.submissionIds.has(row.id),
    })),
    needCorrection: {
      all: allNeedCorrection,
      matching:
        query.show === 'needs-correction'
          ? list.total.count
          : await countMatchingCorrections(db, viewer, { query, timeZone, all: allNeedCorrection }),
    },
    unread,
    statuses: orderStatuses(statuses, overrides),
    columns,
    density: preferences.density,
    shortcuts: preferences.shortcuts,
    agents,
    importName: imported?.fileName,
    views,
    usualWaitMs,
    readAt: now.toISOString(),
    confirmedAt: confirmedAt?.toISOString(),
    serviceDown: toServiceDown(health),
  };
}

/** Whether admins hide the values of leads, and what overrides these: their currency, or nothing in their place. */
async function readMoney(db: Db): Promise<{
  hidesValue: boolean;
  money: { currency?: string; value?: undefined };
}> {
  const [currency, hidesValue] = await Promise.all([findValueCurrency(db), isValueHidden(db)]);
  return { hidesValue, money: hidesValue ? { value: undefined } : { currency } };
}

/** How many submissions that need correction its list would show with these filters. */
async function countMatchingCorrections(
  db: Db,
  viewer: Viewer,
  { query, timeZone, all }: Omit<Listing, 'now'> & { all: number },
): Promise<number> {
  const others = { ...toOtherFilters(query), show: '', waiting: '' } as const;
  if (all === 0 || !isFiltered(others)) return all;
  const { total } = await listNeedsCorrection(db, viewer, { query: others, timeZone });
  return total.count;
}

type Listing = { query: LeadsQuery; timeZone: string; now: Date };
type Listed = LeadList & Pick<LeadsPage, 'pending' | 'total' | 'pageCount'>;

/** A page of leads; on the first, unless a filter would hide them, with what is no lead yet on top. */
async function readLeads(db: Db, viewer: Viewer, listing: Listing): Promise<Listed> {
  const { query } = listing;
  const isFirst = query.page === 1 && !isFiltered({ ...query, show: '' });
  const [list, total, pending] = await Promise.all([
    listLeads(db, viewer, listing),
    countLeads(db, viewer, listing),
    isFirst ? listPendingRows(db, viewer) : [],
  ]);
  const pageCount = total.capped ? undefined : Math.max(1, Math.ceil(total.count / query.size));
  return { ...list, pending, total, pageCount };
}

/** A page of what was refused and not corrected yet, and no leads. */
async function readNeedsCorrection(db: Db, viewer: Viewer, listing: Listing): Promise<Listed> {
  const { rows: pending, total, pageCount } = await listNeedsCorrection(db, viewer, listing);
  return { rows: [], pending, total, pageCount };
}

/** When a whole list was last read: what an empty dashboard can say about itself. */
async function readLastFullSync(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ startedAt: fullSyncs.startedAt })
    .from(fullSyncs)
    .where(eq(fullSyncs.state, 'complete'))
    .orderBy(desc(fullSyncs.startedAt))
    .limit(1);
  return row?.startedAt;
}
