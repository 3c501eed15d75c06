'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { type ActionContext, type ActionOutcome, formAction } from '@/app/form-action';
import { requireOwnSettings } from '@/lib/auth/viewer';
import { NOTICE_DELIVERIES, NOTICE_TOPICS } from '@/lib/core/notice-mails';
import { LIMITS } from '@/lib/limits/limits';
import { setDigestHour, setNoticeMails } from '@/lib/notices/mail-choices';
import { setPersonTimeZone } from '@/lib/people/person';
import { endOwnSession } from '@/lib/sessions/sessions';
import type { SignedIn } from '@/lib/sessions/signed-in';

/** A form of an earlier version, still open, has none: the hour then stays. */
const hourSchema = z
  .string()
  .regex(/^(?:\d|1\d|2[0-3])$/)
  .transform(Number)
  .optional();

const settingsSchema = z.discriminatedUnion('command', [
  z.looseObject({
    command: z.literal('mails'),
    hour: hourSchema,
    ...Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, z.enum(NOTICE_DELIVERIES)])),
  }),
  z.looseObject({ command: z.literal('time-zone'), zone: z.string().max(64) }),
  z.looseObject({ command: z.literal('end-session'), session: z.string().max(40) }),
]);

const choicesSchema = z.object(
  Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, z.enum(NOTICE_DELIVERIES)])),
);

/** Changes what a person decided for themselves. */
export const settingsAction = formAction({
  page: '/settings',
  authorize: requireOwnSettings,
  rateLimit: LIMITS.leadWrites,
  busyAt: 'page',
  schema: settingsSchema,
  run: change,
});

async function change(
  post: z.infer<typeof settingsSchema>,
  { db, by: { personId }, now }: ActionContext<SignedIn>,
): Promise<ActionOutcome> {
  const t = await getTranslations('Settings');
  switch (post.command) {
    case 'end-session':
      return (await endOwnSession(db, { personId, handle: post.session }))
        ? { tone: 'good', at: 'page', text: t('sessionEnded') }
        : { tone: 'info', at: 'page', text: t('sessionGone') };
    case 'time-zone': {
      const timeZone = post.zone === '' ? null : post.zone;
      if (!(await setPersonTimeZone(db, { personId, timeZone })))
        return { tone: 'bad', text: t('timeZoneUnknown') };
      revalidatePath('/', 'layout');
      return { tone: 'good', text: t('timeZoneSaved') };
    }
    case 'mails':
      if (post.hour !== undefined) await setDigestHour(db, { personId, hour: post.hour });
      await setNoticeMails(db, { personId, choices: choicesSchema.parse(post), now });
      return { tone: 'good', text: t('saved') };
  }
}
