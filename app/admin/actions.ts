'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { requireAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { enqueue } from '@/lib/jobs/enqueue';
import { portal } from '@/lib/portal/client';
import { readSchema } from '@/lib/portal/schema';
import { ServiceError } from '@/lib/service/error';
import { SWEEP, SWEEP_KEY } from '@/lib/sync/sweep';
import { WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from '@/lib/webhooks/subscriptions';

/**
 * Reads the form from the portal now, and has webhooks and leads checked by the worker. Returns what came of
 * it, as a sentence.
 */
export async function checkNowAction(): Promise<string> {
  await requireAdmin('/admin');
  const t = await getTranslations('Admin');
  const db = await getDb();
  const now = new Date();
  await enqueue(db, { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: now });
  await enqueue(db, { topic: SWEEP, key: SWEEP_KEY, runAt: now });
  try {
    await readSchema(db, { service: await portal(), now });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return t('checkFailed');
  } finally {
    revalidatePath('/admin');
  }
  return t('checked');
}
