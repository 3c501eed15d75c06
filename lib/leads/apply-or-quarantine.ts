import 'server-only';
import type { Db } from '@/lib/db/handle';
import { isRowError } from '@/lib/db/row-error';
import { type Applied, applyLead, type LeadSnapshot } from './apply';
import { quarantineLead } from './quarantined-leads';

/**
 * Applies a snapshot, or quarantines the lead if the mirror cannot store it. The rest of an enclosing
 * transaction continues.
 *
 * @throws if the database is unavailable: nothing is then known about the lead
 */
export async function applyOrQuarantine(db: Db, snapshot: LeadSnapshot): Promise<Applied | 'quarantined'> {
  try {
    return await applyLead(db, snapshot);
  } catch (error) {
    if (!isRowError(error)) throw error;
    await quarantineLead(db, { leadId: snapshot.lead.id, error, readStart: snapshot.readStart });
    return 'quarantined';
  }
}
