import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { withTimeout } from '@/lib/core/timeout';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { getLabels } from '@/lib/lead-schema/labels';
import { applyOrQuarantine } from '@/lib/leads/apply-or-quarantine';
import { hasPendingEdits } from '@/lib/leads/pending-edits';
import { type ReadStart, startRead } from '@/lib/leads/read-start';
import { tombstoneLead } from '@/lib/leads/tombstone';
import { isOwnedBy, visibleOrDeletedTo, visibleTo } from '@/lib/leads/visible-to';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { CallClass } from '@/lib/service/rate/shared-state';
import { requestRefresh } from '@/lib/sync/refresh';
import { type NotSaved, whyNotSaved } from './not-saved';

type Row = typeof leads.$inferSelect;

type ReadInput = { id: string; service: ServiceClient; clock: () => Date };

/**
 * A lead as the service has it now, for a person who is about to change it. `not-found`: it is not the viewer's, by the
 * mirror or by this read, or its person was erased here. `gone`: the service no longer has it. `missing`: the service
 * does not show it now, and may only lag. Otherwise it could not be read, and why (`NotSaved`).
 */
export type LeadNow =
  | ({ kind: 'lead' } & Pick<Row, 'record' | 'serviceUpdatedAt'>)
  | { kind: 'not-found' | 'gone' | 'missing' | NotSaved };

/**
 * Reads a lead before it is changed and applies the snapshot to the mirror. Both must name the viewer as
 * owner: the portal may have just moved it to another owner, and a read may lag behind a webhook.
 */
export async function readForEdit(
  db: Db,
  viewer: Viewer,
  { id, service, clock, callClass }: ReadInput & { callClass: CallClass },
): Promise<LeadNow> {
  const known = await findOwned(db, viewer, id);
  if (!known) return { kind: 'not-found' };
  const readStart = await startRead(db, clock());
  try {
    const lead = await service.readLead(id, { class: callClass });
    if (!lead) return { kind: await recordMissing(db, { known, readStart }) };
    const applied = await applyOrQuarantine(db, { lead, readStart, labelOf: await getLabels(db) });
    if (applied === 'behind') await requestRefresh(db, { leadId: id, event: 'edit', now: clock() });
    const { organizationId = known.organizationId, agentId = known.agentId } = lead;
    const row = isOwnedBy({ organizationId, agentId }, viewer) && (await findTheirs(db, viewer, id));
    if (!row) return { kind: 'not-found' };
    // A lead that the mirror cannot store is still what the service holds.
    if (applied !== 'quarantined') return { kind: 'lead', ...row };
    const { standard, custom, updatedAt: serviceUpdatedAt = null } = lead;
    return { kind: 'lead', record: { standard, custom }, serviceUpdatedAt };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: known.deletedAt ? 'gone' : whyNotSaved(error) };
  }
}

/** How long after a lead was first seen here a read that does not find it may lag behind its creation. */
const YOUNG_MS = 3 * 60_000;

/**
 * The service answered that it has no such lead. The mirror is updated immediately, so that no page shows the
 * lead any longer; if the read may only lag, the worker reads it again instead.
 */
async function recordMissing(
  db: Db,
  { known, readStart }: { known: Row; readStart: ReadStart },
): Promise<'gone' | 'missing'> {
  const { id, firstSeenAt, deletedAt } = known;
  if (deletedAt) return 'gone';
  const isYoung = readStart.at.getTime() - firstSeenAt.getTime() < YOUNG_MS;
  if (isYoung || (await hasPendingEdits(db, id))) {
    await requestRefresh(db, { leadId: id, event: 'edit', now: readStart.at });
    return 'missing';
  }
  await tombstoneLead(db, { leadId: id, readStart });
  return 'gone';
}

/** A mirror row confirmed within this time is fresh enough to render a form from. */
const FRESH_MS = 5_000;
/** How long a page waits for the service before it is rendered from what is known. */
const TIMEOUT_MS = 2_000;

/**
 * Updates the mirror before an edit form is rendered from it, if the service answers promptly. Other people's
 * leads are not read; the form's own query decides what it may show.
 */
export async function freshenForEdit(db: Db, viewer: Viewer, task: ReadInput): Promise<void> {
  const known = await findTheirs(db, viewer, task.id);
  if (!known || isFresh(known, task.clock())) return;
  const read = readForEdit(db, viewer, { ...task, callClass: 'background' });
  await withTimeout<unknown>(read, TIMEOUT_MS, () => undefined);
}

/** A time in the future was written by a clock that was ahead, and may be of any age. */
function isFresh({ confirmedAt }: Row, now: Date): boolean {
  const age = now.getTime() - confirmedAt.getTime();
  return age >= 0 && age < FRESH_MS;
}

async function findTheirs(db: Db, viewer: Viewer, id: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.id, id), visibleTo(viewer), isNull(leads.erasedAt)));
  return row;
}

/** As `findTheirs`, plus their leads that are known to be deleted: a read may show that one is back. */
async function findOwned(db: Db, viewer: Viewer, id: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.id, id), visibleOrDeletedTo(viewer), isNull(leads.erasedAt)));
  return row;
}
