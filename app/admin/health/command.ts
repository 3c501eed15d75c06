import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { CommandInput } from '../admin-action';

const healthSchema = z.object({ command: z.enum(['check', 'mail']) });

/** A command on the health page. */
export type HealthCommand = z.infer<typeof healthSchema>;

/** How the health page parses posts. */
export const healthInput: CommandInput<HealthCommand> = {
  schema: healthSchema,
  explain: async () => (await getTranslations('Action'))('failed'),
};
