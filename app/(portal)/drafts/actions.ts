'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { requireViewer } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { isId } from '@/lib/core/ids';
import { getDb } from '@/lib/db/handle';
import { deleteDraft } from '@/lib/drafts/drafts';
import { readPost } from '@/lib/http/read-post';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';

const deleteSchema = z.looseObject({
  command: z.literal('delete'),
  draft: z.string().refine((id) => isId('draft', id)),
});

/** Deletes one of the person's own drafts. */
export async function deleteDraftAction(
  _before: ActionResult | undefined,
  data: FormData,
): Promise<ActionResult | undefined> {
  const viewer = await requireViewer('/drafts');
  const db = await getDb();
  const busy = await checkRateLimit(db, { limit: LIMITS.leadWrites, subject: viewer.personId });
  if (busy) return { form: '', tone: 'warn', text: busy };
  const t = await getTranslations('Drafts');
  const post = readPost(data, deleteSchema);
  const isDeleted = post.ok && (await deleteDraft(db, viewer, post.input.draft));
  revalidatePath('/drafts', 'layout');
  return isDeleted
    ? { form: '', tone: 'good', text: t('deleted') }
    : { form: '', tone: 'info', text: t('notThere') };
}
