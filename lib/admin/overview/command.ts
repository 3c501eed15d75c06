import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { CommandContext, CommandInput, CommandOutcome } from '@/lib/admin/admin-action';
import { checkDesk } from '@/lib/admin/ask-worker';
import { getServiceClient } from '@/lib/connection/client';
import { readSchema } from '@/lib/lead-schema/schema';
import { ServiceError } from '@/lib/service/error';

const overviewSchema = z.object({ command: z.literal('check') });

type OverviewCommand = z.infer<typeof overviewSchema>;

/** How the overview parses posts. */
export const overviewInput: CommandInput<OverviewCommand> = {
  schema: overviewSchema,
  explain: async () => (await getTranslations('Action'))('failed'),
};

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
