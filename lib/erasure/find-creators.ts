import 'server-only';
import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { OPEN_STATES, submissions } from '@/lib/db/schema/submissions';
import type { LeadSchema } from '@/lib/forms/field';
import { findSchemaVersion } from '@/lib/lead-schema/schema';
import { maybeOf } from '@/lib/submissions/candidates';
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

type OpenSubmission = Pick<typeof submissions.$inferSelect, keyof typeof COLUMNS>;

/**
 * The submissions without an outcome that one of these leads may have come from, and that it is similar to or carries the
 * ID of. Without its person such a lead would not be recognized, and the submission would be sent again.
 *
 * @returns their IDs
 */
export async function findCreators(db: Db, found: readonly FoundLead[]): Promise<string[]> {
  if (found.length === 0) return [];
  const open = await db
    .select(COLUMNS)
    .from(submissions)
    .where(and(inArray(submissions.state, [...OPEN_STATES]), isNotNull(submissions.firstAttemptOrder)));
  const schemas = new Map<string, LeadSchema | undefined>();
  for (const version of new Set(open.map(({ schemaVersion }) => schemaVersion))) {
    schemas.set(version, await findSchemaVersion(db, version));
  }
  const ids: string[] = [];
  for (const submission of open) {
    const schema = schemas.get(submission.schemaVersion);
    const alike = found.filter((lead) => isAlike(lead, submission, schema)).map(({ id }) => id);
    if (alike.length === 0) continue;
    const count = await db.$count(leads, and(inArray(leads.id, alike), maybeOf(db, submission)));
    if (count > 0) ids.push(submission.id);
  }
  return ids;
}

function isAlike(
  lead: FoundLead,
  { id, organizationId, agentId, answers }: OpenSubmission,
  schema: LeadSchema | undefined,
): boolean {
  // In a field of the portal's choice, and whoever owns the lead by now.
  if (JSON.stringify(lead.record).includes(id)) return true;
  return (
    organizationId === lead.organizationId && sharedFields(lead, { answers, agentId, schema }).length > 0
  );
}
