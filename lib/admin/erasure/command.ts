import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { CommandInput } from '@/lib/admin/admin-action';
import { LEAD_FIELD } from '@/lib/core/erasure';
import type { Choices } from '@/lib/erasure/choices';
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
  // Typed again, and the one that the page showed, sealed. A ticked lead is a field of its own.
  z.looseObject({
    ...{ command: z.literal('erase'), email: address, of: postedText(2_000) },
    phones: z.literal('yes').optional(),
  }),
]);

/** A command on the erasure page: find what is kept about an address, or erase it. */
export type ErasureCommand = z.infer<typeof erasureSchema>;

/** How the erasure page parses posts. */
export const erasureInput: CommandInput<ErasureCommand> = {
  schema: erasureSchema,
  explain: async () => (await getTranslations('Erasure'))('notAnAddress'),
};

/** What an admin ticked before they erased. */
export function choicesOf({ phones, ...posted }: Extract<ErasureCommand, { command: 'erase' }>): Choices {
  const ticked = Object.entries(posted).filter(
    ([name, value]) => name.startsWith(LEAD_FIELD) && value === 'yes',
  );
  return {
    leadIds: ticked.map(([name]) => name.slice(LEAD_FIELD.length)),
    isPhoneOfOthers: phones === 'yes',
  };
}
