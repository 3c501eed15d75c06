import 'server-only';
import { and, inArray, lt } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { OPEN_STATES, submissions } from '@/lib/db/schema/submissions';
import type { LeadSchema } from '@/lib/forms/field';
import { findSchemaVersion } from '@/lib/lead-schema/schema';
import { sharedFields } from '@/lib/submissions/similar';
import type { FoundLead } from './find-leads';

const COLUMNS = {
  id: submissions.id,
  organizationId: submissions.organizationId,
  agentId: submissions.agentId,
  answers: submissions.answers,
  schemaVersion: submissions.schemaVersion,
  firstAttemptOrder: submissions.firstAttemptOrder,
  evidence: submissions.evidence,
};

type Unsettled = Pick<typeof submissions.$inferSelect, keyof typeof COLUMNS>;

/**
 * The submissions without an outcome that one of these leads may have come from: it arrived after their first attempt, no
 * submission claims it, and it is similar to their answers or carries their ID. Without its person such a lead would
 * not be recognized, and the submission would be sent again.
 *
 * @returns their IDs
 */
export async function findCreators(db: Db, found: readonly FoundLead[]): Promise<string[]> {
  const unclaimed = await withoutClaimed(db, found);
  if (unclaimed.length === 0) return [];
  const newest = Math.max(...unclaimed.map(({ firstSeenOrder }) => firstSeenOrder));
  const unsettled = await db
    .select(COLUMNS)
    .from(submissions)
    .where(and(inArray(submissions.state, [...OPEN_STATES]), lt(submissions.firstAttemptOrder, newest)));
  const schemas = new Map<string, LeadSchema | undefined>();
  for (const version of new Set(unsettled.map(({ schemaVersion }) => schemaVersion))) {
    schemas.set(version, await findSchemaVersion(db, version));
  }
  return unsettled
    .filter((one) => unclaimed.some((lead) => mayBeFrom(lead, one, schemas.get(one.schemaVersion))))
    .map(({ id }) => id);
}

async function withoutClaimed(db: Db, found: readonly FoundLead[]): Promise<FoundLead[]> {
  if (found.length === 0) return [];
  const claiming = await db
    .select({ leadId: submissions.leadId })
    .from(submissions)
    .where(
      inArray(
        submissions.leadId,
        found.map(({ id }) => id),
      ),
    );
  const claimed = new Set(claiming.map(({ leadId }) => leadId));
  return found.filter(({ id }) => !claimed.has(id));
}

function mayBeFrom(lead: FoundLead, submission: Unsettled, schema: LeadSchema | undefined): boolean {
  const { id, organizationId, agentId, answers, firstAttemptOrder, evidence } = submission;
  if (firstAttemptOrder === null || lead.firstSeenOrder <= firstAttemptOrder) return false;
  if (evidence?.ruledOut && evidence.leadIds.includes(lead.id)) return false;
  // In a field of the portal's choice, and whoever owns the lead by now.
  if (JSON.stringify(lead.record).includes(id)) return true;
  return (
    organizationId === lead.organizationId && sharedFields(lead, { answers, agentId, schema }).length > 0
  );
}
