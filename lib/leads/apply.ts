import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads, timeline } from '@/lib/db/schema/leads';
import { agents, organizations } from '@/lib/db/schema/people';
import { tell } from '@/lib/live/message';
import type { ServiceLead } from '@/lib/service/lead';
import { changedFields, type LabelOf } from './changed-fields';
import { takeEditor } from './pending-edits';
import { toSearchWords } from './search-words';

type Row = typeof leads.$inferSelect;

/** Enough to order by; an index entry of PostgreSQL holds no more than 2,700 bytes. */
const SORT_NAME_LONGEST = 200;

/** What a reading did to the mirror. `older`: the mirror knew better, nothing was written. */
export type Applied = 'new' | 'changed' | 'confirmed' | 'older';

/**
 * Brings one reading of a lead into the mirror, in a transaction, with its timeline entries and the hint to
 * browsers.
 *
 * The guard: a reading counts if the service's `updatedAt` is newer, or equal and the reading *started* later.
 * Newer alone would lose the second of two edits in one tick of the service's clock. A tombstone gives way
 * only to a reading that started later.
 *
 * @param readStartedAt when the request for this reading began, by this process's clock
 * @param labelOf the portal's present label of a field, for the timeline
 */
export function applyLead(
  db: Db,
  { lead, readStartedAt, labelOf }: { lead: ServiceLead; readStartedAt: Date; labelOf: LabelOf },
): Promise<Applied> {
  return db.transaction(async (tx) => {
    await lockLead(tx, lead.id);
    const [known] = await tx.select().from(leads).where(eq(leads.id, lead.id));
    if (known && isOlder({ lead, readStartedAt, known })) return 'older';
    const row = toRow({ lead, readStartedAt, known });
    await noteOwner(tx, row);
    await tx.insert(leads).values(row).onConflictDoUpdate({ target: leads.id, set: row });
    const applied = await writeTimeline(tx, { known, row, labelOf });
    if (applied !== 'confirmed') await tell(tx, { kind: 'lead', ...row });
    // A lead that moved to another agent vanishes from somebody's list: tell them too.
    if (known && isMoved(known, row)) await tell(tx, { kind: 'lead', ...known });
    return applied;
  });
}

/** One writer per lead: without it two first readings would both believe that they are the first. */
export async function lockLead(tx: Db, leadId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${leadId}, 1))`);
}

function isOlder({
  lead,
  readStartedAt,
  known,
}: {
  lead: ServiceLead;
  readStartedAt: Date;
  known: Row;
}): boolean {
  // Found gone by a reading that began later: what an earlier one saw cannot bring it back.
  if (known.deletedAt && readStartedAt < known.readStartedAt) return true;
  const read = lead.updatedAt?.getTime();
  const held = known.serviceUpdatedAt?.getTime();
  if (read !== undefined && held !== undefined && read !== held) return read < held;
  return readStartedAt < known.readStartedAt;
}

function isMoved(known: Row, row: { organizationId: string; agentId: string }): boolean {
  return known.organizationId !== row.organizationId || known.agentId !== row.agentId;
}

function toRow({ lead, readStartedAt, known }: { lead: ServiceLead; readStartedAt: Date; known?: Row }) {
  const changedAt = lead.updatedAt ?? lead.createdAt ?? readStartedAt;
  const sameStatus = known?.status === lead.status;
  return {
    id: lead.id,
    // A lead without an owner belongs to nobody here: admins see it, partners do not.
    organizationId: lead.organizationId ?? known?.organizationId ?? '',
    agentId: lead.agentId ?? known?.agentId ?? '',
    status: lead.status,
    statusSince: known && sameStatus ? known.statusSince : statusSince({ lead, readStartedAt, known }),
    firstName: lead.firstName ?? '',
    lastName: lead.lastName ?? '',
    email: lead.email ?? '',
    sortName: toSortName(lead),
    searchWords: toSearchWords(`${lead.firstName ?? ''} ${lead.lastName ?? ''} ${lead.email ?? ''}`),
    value: lead.value ?? null,
    record: { standard: lead.standard, custom: lead.custom },
    submittedAt: lead.createdAt ?? known?.submittedAt ?? readStartedAt,
    changedAt,
    serviceUpdatedAt: lead.updatedAt ?? null,
    readStartedAt,
    confirmedAt: readStartedAt,
    deletedAt: null,
  };
}

function toSortName({ firstName = '', lastName = '' }: ServiceLead): string {
  return `${lastName} ${firstName}`.trim().toLowerCase().slice(0, SORT_NAME_LONGEST).toWellFormed();
}

/** A lead first seen as pending has been pending since it was made; otherwise its last change is the best guess. */
function statusSince({
  lead,
  readStartedAt,
  known,
}: {
  lead: ServiceLead;
  readStartedAt: Date;
  known?: Row;
}): Date {
  if (!known && lead.status === 'pending') return lead.createdAt ?? readStartedAt;
  return lead.updatedAt ?? readStartedAt;
}

/** Organizations and agents are discoverable only from leads read back (interface 2.1): remember each pair. */
async function noteOwner(tx: Db, owner: { organizationId: string; agentId: string }): Promise<void> {
  if (!owner.organizationId || !owner.agentId) return;
  await tx.insert(organizations).values({ id: owner.organizationId }).onConflictDoNothing();
  await tx
    .insert(agents)
    .values({ organizationId: owner.organizationId, id: owner.agentId })
    .onConflictDoNothing();
}

async function writeTimeline(
  tx: Db,
  { known, row, labelOf }: { known?: Row; row: ReturnType<typeof toRow>; labelOf: LabelOf },
): Promise<Applied> {
  const entry = { leadId: row.id, at: row.changedAt };
  if (!known) {
    await tx.insert(timeline).values({ ...entry, at: row.submittedAt, kind: 'first-seen' });
    return 'new';
  }
  const entries: (typeof timeline.$inferInsert)[] = [];
  if (known.deletedAt) entries.push({ ...entry, kind: 'revived' });
  if (known.status !== row.status) {
    entries.push({ ...entry, kind: 'status-changed', detail: { from: known.status, to: row.status } });
  }
  const fields = changedFields({ before: known.record, after: row.record, labelOf });
  if (fields.length > 0) {
    const personId = await takeEditor(tx, { leadId: row.id, fieldIds: fields.map((field) => field.id) });
    const detail = { fields: fields.map(({ label, from, to }) => ({ label, from, to })) };
    entries.push({ ...entry, kind: personId ? 'edited' : 'fields-changed', personId, detail });
  }
  if (entries.length > 0) await tx.insert(timeline).values(entries);
  return entries.length > 0 || isMoved(known, row) ? 'changed' : 'confirmed';
}
