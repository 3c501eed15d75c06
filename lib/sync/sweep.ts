import 'server-only';
import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { sweeps } from '@/lib/db/schema/portal';
import { backoff } from '@/lib/jobs/backoff';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import { applyLead } from '@/lib/leads/apply';
import { getLabels } from '@/lib/portal/labels';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { markDirty } from './refresh';

/** The topic of the job that reads the whole list; there is one, and it asks for itself again. */
export const SWEEP = 'sweep';
export const SWEEP_KEY = 'all';

/** More missing leads than this at once look like a list that lies rather than leads that are gone. */
const SUSPECTS_SHARE = 0.05;
const SUSPECTS_MOST = 50;
/** No list is this long: a service that pages in circles is stopped here. */
const PAGES_MOST = 10_000;
/** Pages read under one lease; then the job asks for itself again and goes on from its checkpoint. */
const PAGES_PER_LEASE = 5;

type Sweep = typeof sweeps.$inferSelect;

type Task = {
  service: ServiceClient;
  job: ClaimedJob;
  clock: () => Date;
  chance: number;
  /** Minutes from the end of one sweep to the start of the next. */
  everyMinutes: number;
};

/**
 * Reads the lead list page by page (interface 4, rule 4) and repairs the mirror: what webhooks missed is
 * applied under the same guard as a refresh, and rows missing from a *complete* list are read one by one.
 * Goes on from its checkpoint after a restart. An incomplete list deletes nothing.
 */
export async function sweepLeads(db: Db, task: Task): Promise<JobOutcome> {
  const sweep = await openSweep(db, task.clock());
  try {
    const finished = await readPages(db, { ...task, sweep });
    if (!finished) return { kind: 'repeat', at: task.clock() };
    await settleMissing(db, { sweep: finished, clock: task.clock });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Refused: most likely a checkpoint the service no longer takes. Going on from it would fail for ever.
    if (error.kind === 'unexpected' || error.kind === 'refused') {
      await close(db, { id: sweep.id, state: 'incomplete', detail: error.message, now: task.clock() });
    }
    const at = backoff({ attempts: task.job.attempts, now: task.clock(), chance: task.chance });
    return { kind: 'again', at, reason: `${error.kind}: ${error.message}` };
  }
  return { kind: 'repeat', at: new Date(task.clock().getTime() + task.everyMinutes * 60_000) };
}

async function openSweep(db: Db, now: Date): Promise<Sweep> {
  const [running] = await db
    .select()
    .from(sweeps)
    .where(eq(sweeps.state, 'running'))
    .orderBy(desc(sweeps.startedAt))
    .limit(1);
  if (running) return running;
  const id = `sweep_${now.toISOString()}`;
  const [opened] = await db.insert(sweeps).values({ id, startedAt: now, state: 'running' }).returning();
  if (!opened) throw new Error('a sweep could not be written down');
  return opened;
}

/** Reads on from the checkpoint; returns the sweep once the last page is applied. */
async function readPages(db: Db, task: Task & { sweep: Sweep }): Promise<Sweep | undefined> {
  let sweep = task.sweep;
  const labelOf = await getLabels(db);
  for (let count = 0; count < PAGES_PER_LEASE; count += 1) {
    const readStartedAt = task.clock();
    const {
      leads: read,
      next,
      unreadable,
    } = await task.service.listLeads({ next: sweep.checkpoint ?? undefined });
    const page = hashOf(read);
    if (unreadable > 0) throw new ServiceError('unexpected', 'leads: unreadable entries');
    if ((read.length > 0 && sweep.pages.includes(page)) || sweep.pages.length >= PAGES_MOST) {
      throw new ServiceError('unexpected', 'leads: pages repeat');
    }
    let repaired = 0;
    for (const lead of read) {
      const applied = await applyLead(db, { lead, readStartedAt, labelOf });
      if (applied === 'new' || applied === 'changed') repaired += 1;
    }
    sweep = await keepCheckpoint(db, { sweep, next, page, seen: read.length, repaired });
    if (next === undefined) return sweep;
  }
  return undefined;
}

function hashOf(page: { id: string }[]): string {
  const ids = page.map(({ id }) => id);
  return createHash('sha256').update(JSON.stringify(ids)).digest('base64url').slice(0, 12);
}

async function keepCheckpoint(
  db: Db,
  {
    sweep,
    next,
    page,
    seen,
    repaired,
  }: { sweep: Sweep; next?: string; page: string; seen: number; repaired: number },
): Promise<Sweep> {
  const [kept] = await db
    .update(sweeps)
    .set({
      checkpoint: next ?? null,
      pages: [...sweep.pages, page],
      seen: sql`${sweeps.seen} + ${seen}`,
      repaired: sql`${sweeps.repaired} + ${repaired}`,
    })
    .where(eq(sweeps.id, sweep.id))
    .returning();
  if (!kept) throw new Error('the sweep that is running is not written down');
  return kept;
}

/** After a complete list: rows it did not confirm are suspects, and a read of each decides. */
async function settleMissing(db: Db, { sweep, clock }: { sweep: Sweep; clock: () => Date }): Promise<void> {
  const alive = isNull(leads.deletedAt);
  const [held] = await db.select({ count: sql<number>`count(*)::int` }).from(leads).where(alive);
  const suspects = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(alive, lt(leads.confirmedAt, sweep.startedAt)))
    .limit(SUSPECTS_MOST + 1);
  const total = held?.count ?? 0;
  const now = clock();
  // One missing lead of ten is 10 %, and still one read decides it: the share speaks only for larger lists.
  const tooMany =
    suspects.length > SUSPECTS_MOST || (suspects.length > 5 && suspects.length > total * SUSPECTS_SHARE);
  if (tooMany) {
    const count = suspects.length > SUSPECTS_MOST ? `More than ${SUSPECTS_MOST}` : suspects.length;
    const detail = `${count} of ${total} leads were missing from the list`;
    return close(db, { id: sweep.id, state: 'stopped', detail, suspects: suspects.length, now });
  }
  for (const { id } of suspects) await markDirty(db, { leadId: id, event: 'sweep', now });
  await close(db, { id: sweep.id, state: 'complete', suspects: suspects.length, now });
}

async function close(
  db: Db,
  end: {
    id: string;
    state: 'complete' | 'incomplete' | 'stopped';
    detail?: string;
    suspects?: number;
    now: Date;
  },
): Promise<void> {
  await db
    .update(sweeps)
    .set({ state: end.state, detail: end.detail ?? null, suspects: end.suspects ?? 0, finishedAt: end.now })
    .where(eq(sweeps.id, end.id));
}
