import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Device } from '@/lib/core/device';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { noAnswers } from '@/lib/forms/answers';
import type { Answers } from '@/lib/forms/field';
import { buildFormModel } from '@/lib/forms/form-model';
import { summarize } from '@/lib/forms/form-summary';
import { toCorrectedValues, toInputValues } from '@/lib/forms/prefill';
import type { Translate } from '@/lib/forms/texts';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchema } from '@/lib/lead-schema/schema';
import { toName } from '@/lib/leads/list';
import { readRevision } from '@/lib/leads/revision';
import { submissionsVisibleTo, visibleTo } from '@/lib/leads/visible-to';
import { type StoredDraft, shownDrafts } from './drafts';
import { restoreStored } from './restore';

/** More only if several colleagues' drafts were transferred to one person. */
const MAX_LISTED = 500;

/** A draft as `/drafts` lists it. */
export type DraftRow = {
  id: string;
  kind: 'new' | 'correction' | 'edit';
  leadId?: string;
  /** '' if not answered yet. */
  company: string;
  person: string;
  /** The required answers that are missing; of an edit, the answers that were changed. */
  missing: number;
  changed: number;
  /** The lead of an edit has changed since: it can only be read. */
  isOutdated: boolean;
  device: Device;
  savedAt: string;
};

type ListInput = { t: Translate; locale: string; timeZone: string };

/** The viewer's drafts from all their devices, last saved first. */
export async function listDrafts(db: Db, viewer: Viewer, task: ListInput): Promise<DraftRow[]> {
  const rows = await db
    .select({
      draft: drafts,
      lead: { id: leads.id, firstName: leads.firstName, lastName: leads.lastName, email: leads.email },
      company: leads.company,
    })
    .from(drafts)
    .leftJoin(leads, and(eq(leads.id, drafts.leadId), visibleTo(viewer)))
    .where(shownDrafts(db, viewer))
    .orderBy(desc(drafts.updatedAt), drafts.id)
    .limit(MAX_LISTED);
  const refused = await readRefused(
    db,
    viewer,
    rows.flatMap(({ draft }) => draft.replaces ?? []),
  );
  const toFacts = await describer(db, { ...task, refused });
  return Promise.all(
    rows.map(async ({ draft, lead, company }) => ({
      ...commonOf(draft),
      ...(lead && draft.leadId !== null
        ? {
            kind: 'edit' as const,
            leadId: draft.leadId,
            missing: 0,
            changed: draft.fields.length,
            company: company ?? '',
            person: toName(lead),
            isOutdated: (await readRevision(db, draft.leadId)) !== draft.basis,
          }
        : await toFacts(draft)),
    })),
  );
}

function commonOf({ id, browser, system, updatedAt }: StoredDraft) {
  const device = { ...(browser && { browser }), ...(system && { system }) };
  return { id, device, savedAt: updatedAt.toISOString() };
}

/** The answers of refused submissions that are corrected, as far as the viewer may see them. */
async function readRefused(db: Db, viewer: Viewer, ids: string[]): Promise<Map<string, Answers>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: submissions.id, answers: submissions.answers })
    .from(submissions)
    .where(and(inArray(submissions.id, ids), eq(submissions.state, 'refused'), submissionsVisibleTo(viewer)));
  return new Map(rows.map(({ id, answers }) => [id, answers]));
}

/** Describes drafts of leads that are not in the portal yet, by the form in force. */
async function describer(
  db: Db,
  { t, locale, timeZone, refused }: ListInput & { refused: ReadonlyMap<string, Answers> },
) {
  const known = await findSchema(db);
  const overrides = await getFieldOverrides(db, locale);
  const model =
    known && buildFormModel({ schema: known.schema, overrides, purpose: 'create', texts: t, locale });
  return async (draft: StoredDraft) => {
    const answers = refused.get(draft.replaces ?? '');
    const about = { kind: answers ? ('correction' as const) : ('new' as const), changed: 0 };
    if (!model) return { ...about, company: '', person: '', missing: 0, isOutdated: false };
    const start = answers
      ? toCorrectedValues(model, answers, { timeZone })
      : toInputValues(model, noAnswers(), { timeZone });
    const { values } = await restoreStored(db, draft, { model, start, timeZone, t });
    const { company, person, missing } = summarize(model, { values, start });
    return { ...about, company, person, missing: missing.length, isOutdated: false };
  };
}
