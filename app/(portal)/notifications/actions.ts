'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { requireViewer } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { markAllRead } from '@/lib/notices/notices';

/** `of: 'leads'`: the list of leads shows nothing else. */
const readSchema = z.looseObject({
  command: z.literal('read'),
  upTo: z.coerce.number().int().nonnegative(),
  of: z.literal('leads').optional(),
});

/** Marks the person's notices as read, up to the latest that the page counted. */
export async function markAllReadAction(
  _before: ActionResult | undefined,
  data: FormData,
): Promise<ActionResult | undefined> {
  const viewer = await requireViewer('/notifications');
  const db = await getDb();
  const busy = await checkRateLimit(db, { limit: LIMITS.leadWrites, subject: viewer.personId });
  if (busy) return { form: '', tone: 'warn', text: busy };
  const post = readPost(data, readSchema);
  if (!post.ok) return undefined;
  const { upTo, of } = post.input;
  await markAllRead(db, viewer, { upTo, onLeads: of === 'leads', now: new Date() });
  revalidatePath('/notifications', 'layout');
  return { form: '', tone: 'good', text: (await getTranslations('Leads'))('allRead') };
}
