import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { isId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { findSchemaVersion } from '@/lib/lead-schema/schema';
import { listUnclear, maybeOf, readMarker } from './candidates';
import { markerField } from './marked-payload';
import type { Submission } from './send';
import { type ComparedLead, isOfAnother, sharedFields } from './similar';

/** How many leads are compared per page: a record may be large. */
const PAGE = 500;
/** Showing more than these beside a submission does not help to decide. */
const MAX_SHOWN = 50;
/** A clock that is off by more is ignored: such a lead is still compared, but not read again. */
const CLOCKS_APART_MS = 24 * 3_600_000;

/**
 * Leads that make it doubtful whether a submission may be sent again, and the fields they share; at most 50
 * leads.
 */
export type Similar = { leadIds: string[]; shared: Record<string, string[]> };

/**
 * Compares, before a submission is sent again, all leads of its organization that arrived since its first
 * attempt and that no submission claims: the portal may have changed name, address or agent of the one it
 * became. Leads with another submission's number, or with the name and address of another submission, are
 * excluded.
 */
export async function findSimilar(
  db: Db,
  { submission, marker }: { submission: Submission; marker?: string },
): Promise<Similar> {
  const { id, answers, agentId } = submission;
  const schema = await findSchemaVersion(db, submission.schemaVersion);
  const field = markerField(schema, marker)?.id;
  const others = await listUnclear(db, submission);
  const found: [string, string[]][] = [];
  for await (const lead of leadsSince(db, submission)) {
    const migrated = readMarker(lead.record, field);
    if (isId('submission', migrated) && migrated !== id) continue;
    if (isOfAnother(lead, answers, others)) continue;
    const shared = sharedFields(lead, { answers, agentId, schema });
    if (shared.length > 0) found.push([lead.id, shared]);
    if (found.length === MAX_SHOWN) break;
  }
  return { leadIds: found.map(([leadId]) => leadId), shared: Object.fromEntries(found) };
}

/** The organization's leads that this submission may have become, in order of arrival. */
async function* leadsSince(db: Db, submission: Submission): AsyncGenerator<ComparedLead> {
  let after = 0;
  for (;;) {
    const rows = await db
      .select({
        id: leads.id,
        agentId: leads.agentId,
        firstName: leads.firstName,
        lastName: leads.lastName,
        email: leads.email,
        record: leads.record,
        order: leads.firstSeenOrder,
      })
      .from(leads)
      .where(
        and(
          eq(leads.organizationId, submission.organizationId),
          maybeOf(db, submission),
          gt(leads.firstSeenOrder, after),
        ),
      )
      .orderBy(asc(leads.firstSeenOrder))
      .limit(PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.order;
  }
}

/**
 * Of these leads, those whose record in the mirror lacks the field with a submission's number: lists may omit
 * fields, and an omitted value is unknown.
 */
export async function listUnknownMarkers(
  db: Db,
  { submission, marker }: { submission: Submission; marker?: string },
): Promise<string[]> {
  if (marker === undefined) return [];
  const field = markerField(await findSchemaVersion(db, submission.schemaVersion), marker)?.id;
  if (field === undefined) return [];
  const since = new Date((submission.firstAttemptedAt ?? submission.createdAt).getTime() - CLOCKS_APART_MS);
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(
      and(
        eq(leads.organizationId, submission.organizationId),
        gt(leads.submittedAt, since),
        maybeOf(db, submission),
        sql`not coalesce(${leads.record} -> 'custom', '{}') ? ${field}`,
        sql`not coalesce(${leads.record} -> 'standard', '{}') ? ${field}`,
      ),
    )
    .orderBy(asc(leads.firstSeenOrder));
  return rows.map(({ id }) => id);
}
