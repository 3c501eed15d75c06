import 'server-only';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { enqueueAll } from '@/lib/jobs/enqueue';
import { retryDead } from '@/lib/jobs/finish';
import { FULL_SYNC, FULL_SYNC_KEY } from '@/lib/sync/full-sync';

/** Work that admins trigger in the worker, audited in the transaction that enqueues it. */

type Trigger = { by: Actor; now: Date };

/** Compares all leads with the service's list. */
export function compareLeads(db: Db, { by, now }: Trigger): Promise<void> {
  return db.transaction(async (tx) => {
    await enqueueAll(tx, [{ topic: FULL_SYNC, key: FULL_SYNC_KEY, runAt: now }]);
    await writeAudit(tx, { by, event: 'desk.checked', subject: 'leads', at: now });
  });
}

/** Requeues a dead job. Returns false if it is not dead (any more). */
export function retryDeadJob(db: Db, { id, by, now }: Trigger & { id: number }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await retryDead(tx, { id, now });
    if (!job) return false;
    await writeAudit(tx, { by, event: 'job.retried', subject: `${job.topic} ${job.key}`, at: now });
    return true;
  });
}
