import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from './handle';

/**
 * Says who causes what this transaction changes, for triggers that write notices: nobody is told of what they did
 * themselves. Holds until the transaction ends.
 */
export async function setActingPerson(tx: Db, personId: string): Promise<void> {
  await tx.execute(sql`select set_config('partner_desk.acting_person', ${personId}, true)`);
}
