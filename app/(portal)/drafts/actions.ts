'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { type ActionOutcome, formAction } from '@/app/form-action';
import { requireViewer } from '@/lib/auth/viewer';
import { isId } from '@/lib/core/ids';
import { deleteDraft } from '@/lib/drafts/drafts';
import { LIMITS } from '@/lib/limits/limits';

const deleteSchema = z.looseObject({
  command: z.literal('delete'),
  draft: z.string().refine((id) => isId('draft', id)),
});

/** Deletes one of the person's own drafts. */
export const deleteDraftAction = formAction({
  page: '/drafts',
  authorize: requireViewer,
  rateLimit: LIMITS.leadWrites,
  busyAt: 'page',
  schema: deleteSchema,
  explain: () => toOutcome(false),
  run: async ({ draft }, { db, by }) => toOutcome(await deleteDraft(db, by, draft)),
});

async function toOutcome(isDeleted: boolean): Promise<ActionOutcome> {
  const t = await getTranslations('Drafts');
  return isDeleted
    ? { tone: 'good', at: 'page', text: t('deleted') }
    : { tone: 'info', at: 'page', text: t('notThere') };
}
