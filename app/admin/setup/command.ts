import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { CommandInput } from '../admin-action';

const setupSchema = z.object({ command: z.enum(['check', 'mail']) });

/** A command on the setup page. */
export type SetupCommand = z.infer<typeof setupSchema>;

/** How the setup page parses posts. */
export const setupInput: CommandInput<SetupCommand> = {
  schema: setupSchema,
  explain: async () => (await getTranslations('Action'))('failed'),
};
