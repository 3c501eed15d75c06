import 'server-only';
import { and, desc, eq, max, sql } from 'drizzle-orm';
import { shortDigest } from '@/lib/core/ids';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { sweeps } from '@/lib/db/schema/connection';
import { leads } from '@/lib/db/schema/leads';

/** A stored sweep, with its checkpoint. */
export type Sweep = typeof sweeps.$inferSelect;

/** What a sweep read longer ago than this says too little about the current list. */
const TOO_OLD_MS = 24 * 3_600_000;

/** The sweep under way, or a new one. There is never more than one: a second caller finds the first one's. */
export function openSweep(db: Db, now: Date): Promise<Sweep> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.sweep);
    const [running] = await tx
      .select()
      .from(sweeps)
      .where(eq(sweeps.state, 'running'))
      .orderBy(desc(sweeps.startedOrder))
      .limit(1);
    if (running && now.getTime() - running.startedAt.getTime() < TOO_OLD_MS) return running;
    if (running) {
      const detail = 'It was interrupted for more than a day';
      await endSweep(tx, { sweep: running, state: 'incomplete', detail, now });
    }
    const id = `sweep_${now.toISOString()}`;
    const [opened] = await tx.insert(sweeps).values({ id, startedAt: now, state: 'running' }).returning();
    if (!opened) throw new Error('the sweep was not stored');
    return opened;
  });
}

/** The result of one page. */
type PageCounts = Pick<
  Sweep,
  'seen' | 'repaired' | 'setAside' | 'unreadable' | 'older' | 'drifted' | 'total'
>;

/**
 * Stores that one more page was read and applied. Compare and set: undefined, and nothing written, if the
 * sweep is no longer where `sweep` says, because another worker continued it.
 */
export async function keepCheckpoint(
  db: Db,
  { sweep, next, mark, ...done }: { sweep: Sweep; next?: string; mark: string } & PageCounts,
): Promise<Sweep | undefined> {
  const [kept] = await db
    .update(sweeps)
    .set({
      checkpoint: next ?? null,
      markedPage: mark,
      pageCount: sweep.pageCount + 1,
      seen: sql`${sweeps.seen} + ${done.seen}`,
      repaired: sql`${sweeps.repaired} + ${done.repaired}`,
      setAside: sql`${sweeps.setAside} + ${done.setAside}`,
      unreadable: sql`${sweeps.unreadable} + ${done.unreadable}`,
      older: [...sweep.older, ...done.older],
      drifted: sql`${sweeps.drifted} + ${done.drifted}`,
      total: done.total,
    })
    .where(isStillAt(sweep))
    .returning();
  return kept;
}

/** The current state of the sweep. */
export async function findSweep(db: Db, { id }: Pick<Sweep, 'id'>): Promise<Sweep | undefined> {
  const [sweep] = await db.select().from(sweeps).where(eq(sweeps.id, id));
  return sweep;
}

/**
 * Ends a sweep. Compare and set, as `keepCheckpoint`: false, and nothing written, if another worker continued
 * it.
 */
export async function endSweep(
  db: Db,
  end: {
    sweep: Sweep;
    state: 'checking' | 'complete' | 'incomplete' | 'stopped';
    detail?: string;
    suspects?: number;
    missing?: string[];
    now: Date;
  },
): Promise<boolean> {
  const { state, detail = null, suspects = 0, missing = [], now } = end;
  const ended = await db
    .update(sweeps)
    .set({ state, detail, suspects, missing, finishedAt: now })
    .where(isStillAt(end.sweep))
    .returning({ id: sweeps.id });
  return ended.length > 0;
}

/**
 * Starts another pass over the list from its beginning, in the same sweep: its results stay, and its counts
 * of the list start over. Compare and set, as `keepCheckpoint`.
 */
export async function beginNextPass(tx: Db, sweep: Sweep): Promise<void> {
  const counts = { seen: 0, setAside: 0, unreadable: 0, drifted: 0, total: null };
  const [newest] = await tx.select({ createdAt: max(leads.portalCreatedAt) }).from(leads);
  await tx
    .update(sweeps)
    .set({
      ...counts,
      passes: sweep.passes + 1,
      checkpoint: null,
      markedPage: null,
      newestCreatedAt: newest?.createdAt ?? null,
    })
    .where(isStillAt(sweep));
}

/** The number of pages only grows, so it identifies the place. */
function isStillAt({ id, pageCount }: Sweep) {
  return and(eq(sweeps.id, id), eq(sweeps.state, 'running'), eq(sweeps.pageCount, pageCount));
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
