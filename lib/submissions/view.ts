import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { agents } from '@/lib/db/schema/people';
import type { Refusal } from '@/lib/db/schema/submissions';
import type { LeadSchema } from '@/lib/forms/field';
import { answersToFieldTexts } from '@/lib/leads/field-texts';
import type { SubmissionView } from '@/lib/leads/view';
import { findSchemaVersion } from '@/lib/portal/schema';
import { nameOf } from './pending';
import { findSubmission } from './queries';

/** One submission as its page shows it; undefined if it is not the viewer's, as if it did not exist. */
export async function getSubmissionView(
  db: Db,
  viewer: Viewer,
  { id, now }: { id: string; now: Date },
): Promise<SubmissionView | undefined> {
  const row = await findSubmission(db, viewer, id);
  if (!row) return undefined;
  const schema = await findSchemaVersion(db, row.schemaVersion);
  const { organizationId } = viewer.membership;
  const [agent] = await db
    .select({ name: agents.name })
    .from(agents)
    .where(and(eq(agents.organizationId, organizationId), eq(agents.id, row.agentId)));
  const common = {
    id,
    name: nameOf(row.answers),
    agentName: agent?.name ?? row.agentId,
    submittedAt: row.createdAt.toISOString(),
    readAt: now.toISOString(),
    answers: answersToFieldTexts(schema, row.answers),
  };
  const since = (row.settledAt ?? row.attemptedAt ?? row.createdAt).toISOString();
  if (row.state === 'accepted') {
    // An accepted submission names its lead: both are written in one statement.
    return { ...common, state: 'accepted', acceptedAt: since, leadId: row.leadId ?? '' };
  }
  if (row.state === 'refused') {
    const refusal = row.refusal ?? { fieldErrors: {} };
    const fieldErrors = labelErrors(refusal, schema);
    return { ...common, state: 'refused', refusedAt: since, reason: refusal.message, fieldErrors };
  }
  return { ...common, state: row.state, since };
}

function labelErrors({ fieldErrors }: Refusal, schema: LeadSchema | undefined) {
  const labels = new Map(schema?.fields.map((field) => [field.id, field.label]));
  return Object.entries(fieldErrors).map(([fieldId, message]) => ({
    label: labels.get(fieldId) ?? fieldId,
    message,
  }));
}
