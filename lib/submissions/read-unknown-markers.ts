import 'server-only';
import type { Db } from '@/lib/db/handle';
import { getLabels } from '@/lib/lead-schema/labels';
import { applyOrSetAside } from '@/lib/leads/apply-or-set-aside';
import { startReading } from '@/lib/leads/read-start';
import type { ServiceClient } from '@/lib/service/client';
import { listUnknownMarkers } from './find-similar';
import type { Submission } from './send';

/**
 * Reads, one by one, the leads that may have come of a submission and whose record in the mirror lacks the field
 * with its number: a list may leave fields out (interface 4: a single read alone promises the full lead), and no
 * look counts while one of them is unknown.
 *
 * @returns false if one of them cannot be kept here: it stays unknown, and may be the one
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
    const readStart = await startReading(db, clock());
    const lead = await service.readLead(id);
    // One that is gone is for the mirror to bury: what it was is not known any more.
    const applied = lead && (await applyOrSetAside(db, { lead, readStart, labelOf }));
    if (applied === 'set-aside') areKnown = false;
  }
  return areKnown;
}
