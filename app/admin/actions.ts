'use server';

import { getTranslations } from 'next-intl/server';
import { getServiceClient } from '@/lib/connection/client';
import { readSchema } from '@/lib/lead-schema/schema';
import { LIMITS } from '@/lib/limits/limits';
import { ServiceError } from '@/lib/service/error';
import { adminAction, type CommandContext, type CommandOutcome } from './admin-action';
import { checkDesk } from './ask-worker';
import { type OverviewCommand, overviewInput } from './command';

/** Runs all checks now. */
export const checkNowAction = adminAction({
  page: '/admin',
  input: overviewInput,
  rateLimit: LIMITS.adminActions,
  run: runOverviewCommand,
});

/** Reads the form from the portal now, and enqueues the checks of webhooks and leads. */
async function runOverviewCommand(
  _command: OverviewCommand,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Admin');
  await checkDesk(db, { by, now });
  try {
    await readSchema(db, { service: await getServiceClient(), now });
    return { tone: 'good', at: 'page', text: t('checked') };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { tone: 'bad', at: 'page', text: t('checkFailed') };
  }
}
