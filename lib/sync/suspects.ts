import 'server-only';
import { and, isNull, lt } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { refreshWork } from './refresh';
import { endSweep, type Sweep } from './sweep-state';

/** More missing leads than this at once look like a list that lies rather than leads that are gone. */
const SHARE_MOST = 0.05;
const MOST = 50;
/** One missing lead of ten is 10 %, and still one read decides it: the share speaks only for larger lists. */
const FEW = 5;

/**
 * Ends a sweep whose list was read to its end. Rows it did not confirm are suspects: missing from the list, or
 * older there than here. Each is read, and that decides. If there are too many, none is, and the admin is told.
 */
export async function settleSuspects(tx: Db, { sweep, now }: { sweep: Sweep; now: Date }): Promise<void> {
  const alive = isNull(leads.deletedAt);
  const total = await tx.$count(leads, alive);
  const suspects = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(alive, lt(leads.confirmedAt, sweep.startedAt)))
    .limit(MOST + 1);
  const count = suspects.length;
  if (count > MOST || (count > FEW && count > total * SHARE_MOST)) {
    const many = count > MOST ? `More than ${MOST}` : `${count}`;
    const detail = `${many} of ${total} leads were missing from the list`;
    await endSweep(tx, { sweep, state: 'stopped', detail, suspects: count, now });
    return;
  }
  if (!(await endSweep(tx, { sweep, state: 'complete', suspects: count, now }))) return;
  const priority = PRIORITY.sweep;
  const sweepId = sweep.id;
  await enqueueAll(
    tx,
    suspects.map(({ id: leadId }) => refreshWork({ leadId, event: 'sweep', sweepId, priority, now })),
  );
}
