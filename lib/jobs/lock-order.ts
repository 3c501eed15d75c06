import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';

/**
 * The ids of these jobs, each locked as it is found, in the one order in which every statement that holds several of
 * them takes them: two that took the same ones in different orders would wait for each other. `claim` alone may take
 * them in another, because it skips what is locked and waits for nobody.
 */
export function inLockOrder(db: Db, where: SQL | undefined) {
  return db
    .select({ id: jobs.id })
    .from(jobs)
    .where(where)
    .orderBy(sql`${jobs.topic} collate "C"`, sql`${jobs.key} collate "C"`)
    .for('update');
}
