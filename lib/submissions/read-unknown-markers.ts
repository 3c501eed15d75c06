import 'server-only';
import type { Db } from '@/lib/db/handle';
import { getLabels } from '@/lib/lead-schema/labels';
import { applyOrQuarantine } from '@/lib/leads/apply-or-quarantine';
import { startRead } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { listUnknownMarkers } from './find-similar';
import type { Submission } from './send';

/**
 * Reads, one by one, the leads that may come from a submission and whose record in the mirror lacks the field
 * with its number: a list may omit fields (interface 4: only the read of a single lead guarantees the full
 * lead), and no search counts while one of them is unknown.
 *
 * @returns false if one of them cannot be stored here: it stays unknown, and may be the one
 * @throws {ServiceError} if one of them cannot be read now
 */
export async function readUnknownMarkers(
  db: Db,
  {
    submission,
    marker,
    service,
    clock,
  }: {
    submission: Submission;
    marker?: string;
    service: Pick<ServiceClient, 'readLead'>;
    clock: () => Date;
  },
): Promise<boolean> {
  const unknown = await listUnknownMarkers(db, { submission, marker });
  if (unknown.length === 0) return true;
  const labelOf = await getLabels(db);
  let areKnown = true;
  for (const id of unknown) {
    const readStart = await startRead(db, clock());
    const lead = await service.readLead(id);
    // The mirror makes the tombstone of a deleted lead: its content is no longer known.
    const applied = lead && (await applyOrQuarantine(db, { lead, readStart, labelOf }));
    if (applied === 'quarantined') areKnown = false;
  }
  return areKnown;
}
