import 'server-only';
import type { Db } from '@/lib/db/handle';
import type { submissions } from '@/lib/db/schema/submissions';
import type { Field, LeadSchema } from '@/lib/forms/field';
import { type LeadPayload, toLeadPayload } from '@/lib/forms/payload';
import { findSchemaVersion } from '@/lib/lead-schema/schema';

type Submission = Pick<
  typeof submissions.$inferSelect,
  'id' | 'answers' | 'schemaVersion' | 'organizationId' | 'agentId'
>;

/**
 * The body of a create: the answers, the membership's ids (interface 4, rule 1), none of which come from a
 * browser, and the submission's own id if the portal has a field for it.
 */
export async function buildLeadPayload(
  db: Db,
  { submission, marker }: { submission: Submission; marker?: string },
): Promise<LeadPayload> {
  const schema = await findSchemaVersion(db, submission.schemaVersion);
  if (!schema) throw new Error(`schema version ${submission.schemaVersion} is not known`);
  const payload: LeadPayload = {
    ...toLeadPayload(schema, submission.answers),
    partnerOrganizationId: submission.organizationId,
    agentId: submission.agentId,
  };
  const field = markerField(schema, marker);
  if (!field) return payload;
  if (field.placement === 'standard') return { ...payload, [field.id]: submission.id };
  return { ...payload, customFields: { ...payload.customFields, [field.id]: submission.id } };
}

/** The field that carries the submission's id, if this version of the portal's form has it. */
export function markerField(schema: LeadSchema | undefined, marker: string | undefined): Field | undefined {
  return marker === undefined ? undefined : schema?.fields.find(({ id }) => id === marker);
}
