import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { getServiceHealth, toServiceDown } from '@/lib/connection/health';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { agents, organizations } from '@/lib/db/schema/people';
import { toFieldText } from '@/lib/forms/answer-text';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { LeadSchema } from '@/lib/forms/field';
import { asShown } from '@/lib/forms/field-overrides';
import { answersOfLead } from '@/lib/forms/from-lead';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { withFormer } from '@/lib/lead-schema/former';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findSchema, findValueCurrency } from '@/lib/lead-schema/schema';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { readUsualWait, toWaiting } from '@/lib/response-times/waiting';
import { agentLabel } from './agent-label';
import { beyondTitle, shownValues, toFieldTexts, withGroups } from './field-texts';
import { toName } from './list';
import { listVisibleEdits } from './pending-edits';
import { findReceipt } from './receipt';
import { listTimeline } from './timeline';
import type { LeadView, SavedEditView } from './view';
import { visibleOrDeletedTo } from './visible-to';

/**
 * One lead as its page shows it; undefined if it is not the viewer's, exactly as if it did not exist.
 *
 * @param locale the viewer's, as a tag (BCP 47)
 */
export async function getLeadView(
  db: Db,
  viewer: Viewer,
  { id, now, locale }: { id: string; now: Date; locale: string },
): Promise<LeadView | undefined> {
  const [row] = await db
    .select({ lead: leads, agentName: agentLabel, organizationName: organizations.name })
    .from(leads)
    .leftJoin(agents, and(eq(agents.organizationId, leads.organizationId), eq(agents.id, leads.agentId)))
    .leftJoin(organizations, eq(organizations.id, leads.organizationId))
    .where(and(eq(leads.id, id), visibleOrDeletedTo(viewer)));
  if (!row) return undefined;
  const { lead } = row;
  const [known, overrides, statusOverrides, health, currency, hidesValue, receipt, usualWaitMs] =
    await Promise.all([
      findSchema(db),
      getFieldOverrides(db, locale),
      getStatusOverrides(db, locale),
      getServiceHealth(db),
      findValueCurrency(db),
      isValueHidden(db),
      findReceipt(db, viewer, { leadId: id }),
      readUsualWait(db, { organizationId: lead.organizationId, now }),
    ]);
  const edits = lead.deletedAt ? [] : await listVisibleEdits(db, id);
  const edited = edits.flatMap(({ changes }) =>
    changes.map(([fieldId, , after]) => [fieldId, after] as const),
  );
  const values = [...shownValues(lead.record), ...edited];
  const shown = known && asShown(await withFormer(db, known.schema, values), overrides, locale);
  const hidden = new Set(shown?.fields.flatMap((field) => (field.hidden ? field.id : [])));
  const submissionId = receipt?.submissionId;
  const form = { schema: known?.schema, overrides, company: lead.company };
  return {
    id,
    name: toName(lead),
    company: lead.company ?? undefined,
    value: hidesValue ? undefined : (lead.value ?? undefined),
    currency,
    status: lead.status,
    statusOverrides,
    statusSince: lead.statusSince.toISOString(),
    agentName: row.agentName ?? shortId(lead.agentId),
    organizationName: row.organizationName ?? shortId(lead.organizationId),
    submittedAt: lead.submittedAt.toISOString(),
    changedAt: lead.changedAt.toISOString(),
    confirmedAt: lead.confirmedAt.toISOString(),
    readAt: now.toISOString(),
    serviceDown: toServiceDown(health),
    deletedAt: lead.deletedAt?.toISOString(),
    erasedAt: lead.erasedAt?.toISOString(),
    editable:
      !lead.deletedAt && !lead.erasedAt && Boolean(known?.schema.fields.some((field) => field.updateable)),
    waiting: toWaiting(lead),
    usualWaitMs,
    fields: withGroups(beyondTitle(toFieldTexts(shown, lead.record), form), form),
    savedEdits: shown ? toSavedEditViews(edits, { record: lead.record, schema: shown }) : [],
    timeline: await listTimeline(db, viewer, { leadId: id, submissionId, hidden, locale }),
    receipt,
  };
}

/** The company or the person of a lead, for titles; undefined if it is not the viewer's. */
export async function findLeadTitle(db: Db, viewer: Viewer, id: string): Promise<string | undefined> {
  const { company, firstName, lastName, email } = leads;
  const [lead] = await db
    .select({ id: leads.id, company, firstName, lastName, email })
    .from(leads)
    .where(and(eq(leads.id, id), visibleOrDeletedTo(viewer)));
  return lead && (lead.company || toName(lead));
}

/**
 * Edits saved here that the portal does not show: not yet, or still not after long enough. Of the latter only
 * fields with their value from before the edit: any other value was set later.
 */
function toSavedEditViews(
  edits: Awaited<ReturnType<typeof listVisibleEdits>>,
  { record, schema }: { record: typeof leads.$inferSelect.record; schema: LeadSchema },
): SavedEditView[] {
  const now = answersOfLead(schema, record);
  return edits
    .map(({ id, changes, savedAt, missingAt }): SavedEditView => {
      const visible = changes.filter(
        ([fieldId, before]) => !missingAt || sameAnswer(answerTo(now, fieldId), before ?? undefined),
      );
      const fields = visible.flatMap(([fieldId, , after]) => {
        const field = schema.fields.find((one) => one.id === fieldId && !one.hidden);
        return field ? [toFieldText(field, after)] : [];
      });
      return { id, state: missingAt ? 'missing' : 'unconfirmed', savedAt: savedAt.toISOString(), fields };
    })
    .filter(({ fields }) => fields.length > 0);
}
