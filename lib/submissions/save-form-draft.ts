import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { type PostedDraftSaved, type PostedFormInput, savePostedDraft } from '@/lib/drafts/save-posted';
import { noAnswers } from '@/lib/forms/answers';
import { readInputValues } from '@/lib/forms/form-data';
import { buildFormModel } from '@/lib/forms/form-model';
import { toCorrectedValues, toInputValues } from '@/lib/forms/prefill';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchemaVersion } from '@/lib/lead-schema/schema';
import { findSubmission } from './queries';
import { readPostedIds } from './submission-identity';

/** Saves a posted form for a new lead as a draft; undefined if this desk never had such a form. */
export async function saveNewLeadDraft(
  db: Db,
  viewer: Viewer,
  task: PostedFormInput,
): Promise<PostedDraftSaved | undefined> {
  const { data, t: texts, locale } = task;
  const schema = await findSchemaVersion(db, String(data.get('version') ?? ''));
  if (!schema) return undefined;
  const overrides = await getFieldOverrides(db, locale);
  const isOnScreen = ({ key }: { key: string }) => data.has(key);
  const model = buildFormModel({ schema, overrides, isOnScreen, purpose: 'create', texts, locale });
  const { replaces } = readPostedIds(data);
  const refused = replaces ? await findSubmission(db, viewer, replaces) : undefined;
  const start = refused
    ? toCorrectedValues(model, refused.answers, task)
    : toInputValues(model, noAnswers(), task);
  const { values } = readInputValues(model, data);
  return savePostedDraft(db, viewer, { ...task, model, start, values, replaces: refused?.id });
}
