import 'server-only';
import { eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { getOwn } from '@/lib/core/own';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { Refusal } from '@/lib/db/schema/submissions';
import type { LeadSchema } from '@/lib/forms/field';
import { asShown } from '@/lib/forms/field-overrides';
import { companyText, getCompanyField } from '@/lib/lead-schema/company-field';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchemaVersion } from '@/lib/lead-schema/schema';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { listAgentLabels } from '@/lib/leads/agent-label';
import { answersToFieldTexts, withGroups } from '@/lib/leads/field-texts';
import type { SubmissionView } from '@/lib/leads/view';
import { nameOf, refusedState, reviewState } from './pending';
import { findSubmission } from './queries';
import { findReplacement } from './submission-identity';

/**
 * One submission as its page shows it; undefined if it is not the viewer's, as if it did not exist.
 *
 * @param locale the viewer's, as a tag (BCP 47)
 */
export async function getSubmissionView(
  db: Db,
  viewer: Viewer,
  { id, now, locale }: { id: string; now: Date; locale: string },
): Promise<SubmissionView | undefined> {
  const row = await findSubmission(db, viewer, id);
  if (!row) return undefined;
  const drawnFrom = await findSchemaVersion(db, row.schemaVersion);
  const overrides = await getFieldOverrides(db, locale);
  const schema = drawnFrom && asShown(drawnFrom, overrides, locale);
  const company = await getCompanyField(db);
  const { organizationId } = viewer.membership;
  const [agent] = await listAgentLabels(db, { organizationId, agentId: row.agentId });
  const common = {
    id,
    name: nameOf(row.answers),
    company: company && companyText(company, getOwn(row.answers, company.id)),
    agentName: agent?.name ?? shortId(row.agentId),
    submittedAt: row.createdAt.toISOString(),
    readAt: now.toISOString(),
    answers: withGroups(answersToFieldTexts(schema, row.answers), { schema: drawnFrom, overrides }),
  };
  const [lead] = row.leadId
    ? await db
        .select({ erasedAt: leads.erasedAt, status: leads.status })
        .from(leads)
        .where(eq(leads.id, row.leadId))
    : [];
  const meaning = lead && (await getStatusOverrides(db, locale)).get(lead.status)?.meaning;
  const replacement = row.replacedBy ? await findReplacement(db, viewer, id) : undefined;
  return {
    ...common,
    ...standingOf(row, {
      schema,
      isErased: Boolean(lead?.erasedAt),
      meaning,
      replacementId: replacement?.isVisible ? replacement.id : undefined,
    }),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof findSubmission>>>;
/** The part of a view that differs by state. */
type StateFields = SubmissionView extends infer View
  ? View extends unknown
    ? Omit<View, 'id' | 'name' | 'company' | 'agentName' | 'submittedAt' | 'readAt' | 'answers'>
    : never
  : never;

function standingOf(
  row: Row,
  {
    schema,
    isErased,
    meaning,
    replacementId,
  }: {
    schema: LeadSchema | undefined;
    isErased: boolean;
    meaning?: string;
    replacementId?: string;
  },
): StateFields {
  const completedAt = (row.completedAt ?? row.attemptedAt ?? row.createdAt).toISOString();
  switch (row.state) {
    case 'accepted':
      // An accepted submission names its lead: both are written in one statement.
      return { state: 'accepted', acceptedAt: completedAt, leadId: row.leadId ?? '', isErased, meaning };
    case 'refused': {
      const refusal = row.refusal ?? { fieldErrors: {} };
      const state = refusedState(refusal);
      const fieldErrors = labelErrors(refusal, schema);
      const replacement = row.replacedBy ? { submissionId: replacementId } : undefined;
      return { state, refusedAt: completedAt, reason: refusal.message, fieldErrors, replacement };
    }
    default: {
      const { attempts } = row;
      if (row.state === 'confirming' && attempts === 0) {
        return { state: 'queued', attempts, isSearchedFirst: true };
      }
      const state = row.state === 'review' ? reviewState(row.evidence) : row.state;
      return { state, attempts, attemptedAt: attempts > 0 ? row.attemptedAt?.toISOString() : undefined };
    }
  }
}

function labelErrors({ fieldErrors }: Refusal, schema: LeadSchema | undefined) {
  const labels = new Map(schema?.fields.map((field) => [field.id, field.label]));
  return Object.entries(fieldErrors).map(([fieldId, message]) => ({
    label: labels.get(fieldId) ?? fieldId,
    message,
  }));
}
