import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { CommandInput } from '@/lib/admin/admin-action';
import { postedText } from '@/lib/http/read-post';
import { toEmailKey } from '@/lib/known-keys/email';

/** As leads are stored with it. */
const address = postedText(1_000).transform((typed, context): string => {
  const email = toEmailKey(typed);
  if (email !== undefined) return email;
  context.addIssue({ code: 'custom', message: 'not an address' });
  return z.NEVER;
});

/** Exported for its test. */
export const erasureSchema = z.discriminatedUnion('command', [
  z.object({ command: z.literal('find'), email: address }),
  // Typed again, and the one that the page showed, sealed.
  z.object({ command: z.literal('erase'), email: address, of: postedText(2_000) }),
]);

/** A command on the erasure page: find what is kept about an address, or erase it. */
export type ErasureCommand = z.infer<typeof erasureSchema>;

/** How the erasure page parses posts. */
export const erasureInput: CommandInput<ErasureCommand> = {
  schema: erasureSchema,
  explain: async () => (await getTranslations('Erasure'))('notAnAddress'),
};
