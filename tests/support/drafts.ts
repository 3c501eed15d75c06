import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { findSchema } from '@/lib/lead-schema/schema';
import { type DraftSave, type DraftSaved, saveDraft } from '../../lib/drafts/save';

/** What a browser saves of a form for a new lead; the desk must have read a schema. */
export async function saveTyped(
  db: Db,
  viewer: Viewer,
  { lastName = 'Berg', ...over }: Partial<DraftSave> & { lastName?: string } = {},
): Promise<DraftSaved & { id: string }> {
  const id = over.id ?? newId('draft');
  const known = await findSchema(db);
  const saved = await saveDraft(db, viewer, {
    id,
    known: [],
    revision: newId('revision'),
    schemaVersion: known?.schema.version ?? '',
    fields: [['lastName', 'text', lastName]],
    locale: 'en',
    timeZone: 'UTC',
    device: { browser: 'Chrome', system: 'Windows' },
    now: new Date(),
    ...over,
  });
  return { ...saved, id };
}
