import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';

/**
 * The ids of these jobs, each locked as it is found, in the one order that every statement locking several of
 * them uses: different orders would deadlock. Only `claim` may use another order, because it skips locked
 * rows and waits for none.
 */
export function inLockOrder(db: Db, where: SQL | undefined) {
  return db
    .select({ id: jobs.id })
    .from(jobs)
    .where(where)
    .orderBy(sql`${jobs.topic} collate "C"`, sql`${jobs.key} collate "C"`)
    .for('update');
}
