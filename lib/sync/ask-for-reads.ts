import 'server-only';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { getListOmits } from '@/lib/leads/list-omits';
import { refreshWork } from './refresh';
import type { Sweep } from './sweep-state';

/** Leads that one sweep has read because the list does not tell all of them; the others wait for the next. */
const MAX_READS = 500;
/** Leads that are read to learn what the list leaves out. */
const SAMPLES = 3;

type ReadRequest = { sweep: Pick<Sweep, 'id'>; now: Date };

/** Has leads read one by one, after everything that is more urgent; what comes of it is this sweep's work. */
export async function askForReads(
  tx: Db,
  { sweep, leadIds, now }: ReadRequest & { leadIds: readonly string[] },
): Promise<void> {
  const why = { event: 'sweep', sweepId: sweep.id, priority: PRIORITY.sweep, now };
  const works = [...new Set(leadIds)].map((leadId) => refreshWork({ leadId, ...why }));
  await enqueueAll(tx, works);
}

/**
 * Has leads read of which the list may not tell all: those that are new or changed, the longest waiting first; where
 * the list is known to leave something out, also those that were never read by themselves; and while that is not
 * known, a few of these to learn it. Where nothing changed and all is known, none.
 */
export async function askForUnread(tx: Db, { sweep, now }: ReadRequest): Promise<void> {
  const wanted = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(leads.wantsRead, isNull(leads.deletedAt)))
    .orderBy(asc(leads.readOrder))
    .limit(MAX_READS);
  const unread = await listUnread(tx, MAX_READS - wanted.length);
  await askForReads(tx, { sweep, leadIds: [...wanted, ...unread].map(({ id }) => id), now });
}

async function listUnread(tx: Db, room: number): Promise<{ id: string }[]> {
  const omits = await getListOmits(tx);
  if (omits?.length === 0) return [];
  const isPartial = omits !== undefined;
  const unread = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(leads.fromList, eq(leads.wantsRead, false), isNull(leads.deletedAt)))
    .orderBy(desc(leads.submittedAt))
    .limit(isPartial ? room : Math.min(room, SAMPLES));
  const ids = unread.map(({ id }) => id);
  if (isPartial && ids.length > 0)
    await tx.update(leads).set({ wantsRead: true }).where(inArray(leads.id, ids));
  return unread;
}
