import 'server-only';
import { and, desc, eq, max, sql } from 'drizzle-orm';
import { shortDigest } from '@/lib/core/ids';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';

/** A stored full sync, with its checkpoint. */
export type FullSync = typeof fullSyncs.$inferSelect;

/** What a full sync read longer ago than this says too little about the current list. */
const TOO_OLD_MS = 24 * 3_600_000;

/** The full sync under way, or a new one. There is never more than one: a second caller finds the first one's. */
export function openFullSync(db: Db, now: Date): Promise<FullSync> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.fullSync);
    const [running] = await tx
      .select()
      .from(fullSyncs)
      .where(eq(fullSyncs.state, 'running'))
      .orderBy(desc(fullSyncs.startedOrder))
      .limit(1);
    if (running && now.getTime() - running.startedAt.getTime() < TOO_OLD_MS) return running;
    if (running) {
      const detail = 'It was interrupted for more than a day';
      await endFullSync(tx, { fullSync: running, state: 'incomplete', detail, now });
    }
    const id = `full_sync_${now.toISOString()}`;
    const [opened] = await tx.insert(fullSyncs).values({ id, startedAt: now, state: 'running' }).returning();
    if (!opened) throw new Error('the full sync was not stored');
    return opened;
  });
}

/** The result of one page. */
type PageCounts = Pick<
  FullSync,
  'seen' | 'repaired' | 'quarantined' | 'unreadable' | 'older' | 'drifted' | 'total'
>;

/**
 * Stores that one more page was read and applied. Compare and set: undefined, and nothing written, if the
 * full sync is no longer where `fullSync` says, because another worker continued it.
 */
export async function storeCheckpoint(
  db: Db,
  { fullSync, next, mark, ...done }: { fullSync: FullSync; next?: string; mark: string } & PageCounts,
): Promise<FullSync | undefined> {
  const [updated] = await db
    .update(fullSyncs)
    .set({
      checkpoint: next ?? null,
      markedPage: mark,
      pageCount: fullSync.pageCount + 1,
      seen: sql`${fullSyncs.seen} + ${done.seen}`,
      repaired: sql`${fullSyncs.repaired} + ${done.repaired}`,
      quarantined: sql`${fullSyncs.quarantined} + ${done.quarantined}`,
      unreadable: sql`${fullSyncs.unreadable} + ${done.unreadable}`,
      older: [...fullSync.older, ...done.older],
      drifted: sql`${fullSyncs.drifted} + ${done.drifted}`,
      total: done.total,
    })
    .where(isStillAt(fullSync))
    .returning();
  return updated;
}

/** The current state of the full sync. */
export async function findFullSync(db: Db, { id }: Pick<FullSync, 'id'>): Promise<FullSync | undefined> {
  const [fullSync] = await db.select().from(fullSyncs).where(eq(fullSyncs.id, id));
  return fullSync;
}

/**
 * Ends a full sync. Compare and set, as `storeCheckpoint`: false, and nothing written, if another worker continued
 * it.
 */
export async function endFullSync(
  db: Db,
  end: {
    fullSync: FullSync;
    state: 'checking' | 'complete' | 'incomplete' | 'stopped';
    detail?: string;
    suspects?: number;
    missing?: string[];
    now: Date;
  },
): Promise<boolean> {
  const { state, detail = null, suspects = 0, missing = [], now } = end;
  const ended = await db
    .update(fullSyncs)
    .set({ state, detail, suspects, missing, finishedAt: now })
    .where(isStillAt(end.fullSync))
    .returning({ id: fullSyncs.id });
  return ended.length > 0;
}

/**
 * Starts another pass over the list from its beginning, in the same full sync: its results stay, and its counts
 * of the list start over. Compare and set, as `storeCheckpoint`.
 */
export async function beginNextPass(tx: Db, fullSync: FullSync): Promise<void> {
  const counts = { seen: 0, quarantined: 0, unreadable: 0, drifted: 0, total: null };
  const [newest] = await tx.select({ createdAt: max(leads.portalCreatedAt) }).from(leads);
  await tx
    .update(fullSyncs)
    .set({
      ...counts,
      passes: fullSync.passes + 1,
      checkpoint: null,
      markedPage: null,
      newestCreatedAt: newest?.createdAt ?? null,
    })
    .where(isStillAt(fullSync));
}

/** The number of pages only grows, so it identifies the place. */
function isStillAt({ id, pageCount }: FullSync) {
  return and(eq(fullSyncs.id, id), eq(fullSyncs.state, 'running'), eq(fullSyncs.pageCount, pageCount));
}

/** One page of a list, as far as cycle detection needs it. */
export type SeenPage = { ids: readonly string[]; next?: string };

/**
 * Detects that a list goes round in circles while remembering only one earlier page: the mark moves to the
 * pages whose numbers are powers of two, so it eventually is inside the circle and is met again, after at
 * most three times as many pages as there are (Brent's algorithm).
 *
 * A page is met again if it has the same leads or names the same next page. An empty page proves nothing by
 * its leads: some services filter after paging.
 *
 * @param count how many pages were read before this one
 * @param mark what this function returned for the previous page; null before the first
 * @returns the mark to keep; undefined if this page was met before
 */
export function markPage(
  page: SeenPage,
  { count, mark }: { count: number; mark: string | null },
): string | undefined {
  const traces = [
    page.ids.length > 0 ? hash(JSON.stringify(page.ids)) : '',
    page.next ? hash(page.next) : '',
  ];
  const marked = mark?.split(' ') ?? [];
  if (traces.some((trace, index) => trace !== '' && trace === marked[index])) return undefined;
  return mark === null || isPowerOfTwo(count + 1) ? traces.join(' ') : mark;
}

const hash = (text: string) => shortDigest(text, 16);

function isPowerOfTwo(number: number): boolean {
  return Number.isInteger(Math.log2(number));
}
