import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { keepCompanyField } from '@/lib/lead-schema/company-field';

/** The locks of leads, the same for everything that writes one or what is kept beside it. */

/**
 * The lead's row, if it exists, locked until the transaction ends. One writer per lead: without the first
 * lock two first snapshots would both believe they are the first; without the second, a snapshot that began
 * earlier would overwrite a confirmation made in between. The company field is locked first, always.
 */
export async function lockLead(tx: Db, leadId: string): Promise<typeof leads.$inferSelect | undefined> {
  await tx.execute(sql`select ${keepCompanyField}, pg_advisory_xact_lock(hashtextextended(${leadId}, 1))`);
  const [stored] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
  return stored;
}

/** Locks leads that have no row yet, as `lockLead` does: always in one order, so that two callers do not deadlock. */
export async function lockNewLeads(tx: Db, leadIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(id, 1))
    from (select id from jsonb_array_elements_text(${JSON.stringify(leadIds)}::jsonb) as id order by id) as page`);
}

/**
 * Locks a lead, so that an erasure waits, and finds what is stored beside the lead.
 *
 * @returns false if its person was erased: nothing that names them may be stored
 */
export async function lockUnerased(tx: Db, leadId: string): Promise<boolean> {
  return !(await lockLead(tx, leadId))?.erasedAt;
}
