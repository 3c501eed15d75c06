import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import type { Device } from '@/lib/core/device';
import { idFor, newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { importRows } from '@/lib/db/schema/imports';
import { saveDraft } from '@/lib/drafts/save';
import { noAnswers } from '@/lib/forms/answers';
import { draftFields } from '@/lib/forms/draft-fields';
import { toInputValues } from '@/lib/forms/prefill';
import { type ImportForm, type RowInterpretation, toValues } from './import-form';

type DraftInput = {
  importId: string;
  position: number;
  form: ImportForm;
  interpretation: RowInterpretation;
  device: Device;
  now: Date;
};

/**
 * Saves an unsent row as a draft of a new lead, and leaves it out of the import. Returns the draft's id; undefined if the
 * row is gone or sent, has nothing to save, or there are too many drafts.
 */
export async function saveAsDraft(db: Db, viewer: Viewer, task: DraftInput): Promise<string | undefined> {
  const { importId, position, form, interpretation, device, now } = task;
  const thisRow = and(
    eq(importRows.importId, importId),
    eq(importRows.position, position),
    inArray(importRows.state, ['ready', 'wrong']),
  );
  const [row] = await db.select().from(importRows).where(thisRow);
  if (!row) return undefined;
  const start = toInputValues(form.whole, noAnswers(), interpretation);
  const fields = draftFields(form.whole, start, toValues(form.whole, row, interpretation));
  const { version: schemaVersion, locale } = form.whole;
  // Of one row there is one draft, however often it is asked for.
  const id = idFor('draft', `${importId} ${position}`);
  const saved = await saveDraft(db, viewer, {
    id,
    known: [],
    revision: newId('revision'),
    schemaVersion,
    fields,
    locale,
    device,
    now,
    timeZone: interpretation.timeZone,
  });
  // Edited since it was saved from this row: it is the same draft.
  if (saved.kind !== 'saved' && saved.kind !== 'conflict') return undefined;
  await db.update(importRows).set({ isLeftOut: true }).where(thisRow);
  return id;
}
