import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { CommandContext, CommandOutcome } from '@/lib/admin/admin-action';
import { checkDesk } from '@/lib/admin/ask-worker';
import { getServiceClient } from '@/lib/connection/client';
import { readSchema } from '@/lib/lead-schema/schema';
import { ServiceError } from '@/lib/service/error';
import type { OverviewCommand } from './command';

/** Reads the form from the portal now, and enqueues the checks of webhooks and leads. */
export async function runOverviewCommand(
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
