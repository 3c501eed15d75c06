import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { CommandInput } from './admin-action';

const overviewSchema = z.object({ command: z.literal('check') });

/** A command on the overview. */
export type OverviewCommand = z.infer<typeof overviewSchema>;

/** How the overview parses posts. */
export const overviewInput: CommandInput<OverviewCommand> = {
  schema: overviewSchema,
  explain: async () => (await getTranslations('Action'))('failed'),
};
