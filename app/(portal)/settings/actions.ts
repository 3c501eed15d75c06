'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { requireOwnSettings } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { NOTICE_DELIVERIES, NOTICE_TOPICS } from '@/lib/core/notice-mails';
import { getDb } from '@/lib/db/handle';
import { readPost } from '@/lib/http/read-post';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { setDigestHour, setNoticeMails } from '@/lib/notices/mail-choices';
import { setPersonTimeZone } from '@/lib/people/person';
import { endOwnSession } from '@/lib/sessions/sessions';

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
export async function settingsAction(
  _before: ActionResult | undefined,
  data: FormData,
): Promise<ActionResult | undefined> {
  const { personId } = await requireOwnSettings('/settings');
  const db = await getDb();
  const busy = await checkRateLimit(db, { limit: LIMITS.leadWrites, subject: personId });
  if (busy) return { form: '', tone: 'warn', text: busy };
  const post = readPost(data, settingsSchema);
  if (!post.ok) return undefined;
  const t = await getTranslations('Settings');
  revalidatePath('/settings');
  if (post.input.command === 'end-session') {
    const isEnded = await endOwnSession(db, { personId, handle: post.input.session });
    return isEnded
      ? { form: '', tone: 'good', text: t('sessionEnded') }
      : { form: '', tone: 'info', text: t('sessionGone') };
  }
  if (post.input.command === 'time-zone') {
    const { zone } = post.input;
    const isKnown = await setPersonTimeZone(db, { personId, timeZone: zone === '' ? null : zone });
    if (!isKnown) return { form: 'time-zone', tone: 'bad', text: t('timeZoneUnknown'), field: 'zone' };
    revalidatePath('/', 'layout');
    return { form: 'time-zone', tone: 'good', text: t('timeZoneSaved') };
  }
  const { hour } = post.input;
  if (hour !== undefined) await setDigestHour(db, { personId, hour });
  await setNoticeMails(db, { personId, choices: choicesSchema.parse(post.input), now: new Date() });
  return { form: 'mails', tone: 'good', text: t('saved') };
}
