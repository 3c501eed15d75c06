import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import type { FormModel } from '@/lib/forms/form-model';
import { answersOfLead } from '@/lib/forms/from-lead';
import type { InputValues } from '@/lib/forms/input-values';
import { toTemplateValues } from '@/lib/forms/template';
import { findSchema } from '@/lib/lead-schema/schema';
import { toName } from '@/lib/leads/list';
import { listSavedEdits } from '@/lib/leads/pending-edits';
import { withSavedEdits } from '@/lib/leads/saved-edit';
import { visibleOrDeletedTo } from '@/lib/leads/visible-to';

/** The lead that a new one takes over answers from. */
export type Template = { leadId: string; name: string; values: InputValues };

type FormTask = { model: FormModel; timeZone: string };

/**
 * A lead as the template of a new one: its answers without its person, as far as the form has fields for them.
 * Undefined if it is not the viewer's, exactly as if it did not exist.
 */
export async function findTemplate(
  db: Db,
  viewer: Viewer,
  { leadId, model, timeZone }: FormTask & { leadId: string },
): Promise<Template | undefined> {
  const [lead] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.id, leadId), visibleOrDeletedTo(viewer)));
  const known = lead && (await findSchema(db));
  if (!known) return undefined;
  const answers = withSavedEdits(answersOfLead(known.schema, lead.record), await listSavedEdits(db, lead.id));
  return {
    leadId: lead.id,
    name: lead.company || toName(lead),
    values: toTemplateValues(model, answers, { timeZone }),
  };
}
