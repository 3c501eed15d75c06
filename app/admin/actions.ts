'use server';

import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { checkDesk } from '@/lib/admin/ask-worker';
import { requireAdmin } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { getDb } from '@/lib/db/handle';
import { readSchema } from '@/lib/lead-schema/schema';
import { LIMITS } from '@/lib/limits/limits';
import { sayTooOften } from '@/lib/limits/rate-limit';
import { ServiceError } from '@/lib/service/error';

/**
 * Reads the form from the portal now, and has webhooks and leads checked by the worker. Returns what came of
 * it, as a sentence.
 */
export async function checkNowAction(): Promise<string> {
  const by = await requireAdmin('/admin');
  const t = await getTranslations('Admin');
  const db = await getDb();
  const busy = await sayTooOften(db, { limit: LIMITS.adminActs, whom: by.personId });
  if (busy) return busy;
  const now = new Date();
  await checkDesk(db, { by, now });
  try {
    await readSchema(db, { service: await getServiceClient(), now });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return t('checkFailed');
  } finally {
    revalidatePath('/admin');
  }
  return t('checked');
}
