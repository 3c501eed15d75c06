import 'server-only';
import type { Db } from '@/lib/db/handle';
import { isRowError } from '@/lib/db/row-error';
import { type Applied, applyLead, type LeadReading } from './apply';
import { setAside } from './unapplied';

/**
 * Applies a reading, or sets the lead aside if the mirror cannot store it. The rest of an enclosing
 * transaction continues.
 *
 * @throws if the database is unavailable: nothing is then known about the lead
 */
export async function applyOrQuarantine(db: Db, reading: LeadReading): Promise<Applied | 'set-aside'> {
  try {
    return await applyLead(db, reading);
  } catch (error) {
    if (!isRowError(error)) throw error;
    await setAside(db, { leadId: reading.lead.id, error, readStart: reading.readStart });
    return 'set-aside';
  }
}
