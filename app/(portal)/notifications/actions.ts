'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { formAction } from '@/app/form-action';
import { requireViewer } from '@/lib/auth/viewer';
import { LIMITS } from '@/lib/limits/limits';
import { markAllRead } from '@/lib/notices/notices';

/** `of: 'leads'`: the list of leads shows nothing else. */
const readSchema = z.looseObject({
  command: z.literal('read'),
  upTo: z.coerce.number().int().nonnegative(),
  of: z.literal('leads').optional(),
});

/** Marks the person's notices as read, up to the latest that the page counted. */
export const markAllReadAction = formAction({
  page: '/notifications',
  authorize: requireViewer,
  rateLimit: LIMITS.leadWrites,
  busyAt: 'page',
  schema: readSchema,
  run: async ({ upTo, of }, { db, by, now }) => {
    await markAllRead(db, by, { upTo, onLeads: of === 'leads', now });
    return { tone: 'good', at: 'page', text: (await getTranslations('Leads'))('allRead') };
  },
});
