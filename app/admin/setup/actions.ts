'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { getFormats } from '@/components/ui/formats';
import { requireAdmin } from '@/lib/auth/viewer';
import type { ActionResult } from '@/lib/core/action-result';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { takeTurn } from '@/lib/limits/limit';
import { LIMITS } from '@/lib/limits/limits';
import { getSetupContext } from '@/lib/setup/get-context';
import { askAll, countBad } from '@/lib/setup/get-setup';
import { sendTestMail } from '@/lib/setup/test-mail';

const postSchema = z.object({ decision: z.enum(['check', 'mail']) });

type Admin = Awaited<ReturnType<typeof requireAdmin>>;

/** Has everything checked, or a test mail sent to the admin who asks for it, and says what came of it. */
export async function setupAction(_told: ActionResult | undefined, data: FormData): Promise<ActionResult> {
  const admin = await requireAdmin('/admin/setup');
  const t = await getTranslations('Setup');
  const post = postSchema.safeParse({ decision: data.get('decision') });
  if (!post.success) return { form: '', tone: 'bad', text: t('failed') };
  const db = await getDb();
  const turn = await takeTurn(db, { limit: LIMITS.adminActs, whom: admin.personId });
  if (!turn.allowed) return { form: '', tone: 'warn', text: await tooOften(turn.retryAfterMs) };
  return post.data.decision === 'check' ? check(admin) : mail(admin);
}

async function check({ personId, email }: Admin): Promise<ActionResult> {
  const t = await getTranslations('Setup');
  const findings = await askAll(await getSetupContext(), { db: await getDb(), by: { personId, email } });
  revalidatePath('/admin/setup');
  const bad = countBad(findings);
  return { form: '', tone: bad > 0 ? 'bad' : 'good', text: t('checked', { bad }) };
}

async function mail({ personId, email }: Admin): Promise<ActionResult> {
  const t = await getTranslations('Setup');
  const { BRAND_NAME: brand, APP_URL } = env();
  const text = t('testMail.text', { brand, url: `${APP_URL}/admin/setup` });
  const isQueued = await sendTestMail(await getDb(), {
    settings: env(),
    by: { personId, email },
    subject: t('testMail.subject', { brand }),
    text,
    now: new Date(),
  });
  return isQueued
    ? { form: 'mail', tone: 'good', text: t('mailQueued', { email }) }
    : { form: '', tone: 'bad', text: t('mailImpossible') };
}

async function tooOften(retryAfterMs: number): Promise<string> {
  const t = await getTranslations('Errors');
  const { duration } = await getFormats();
  const now = new Date();
  const wait = duration(new Date(now.getTime() - Math.max(1_000, retryAfterMs)).toISOString(), now);
  return t('tooOften', { wait });
}
