import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { PLACE_FIELD } from '@/lib/core/erasure';
import { toSearchText } from '@/lib/erasure/search';
import { postedText } from '@/lib/http/read-post';
import type { CommandInput } from '../admin-action';

const searched = postedText(254).transform((typed, context): string => {
  const text = toSearchText(typed);
  if (text !== undefined) return text;
  context.addIssue({ code: 'custom', message: 'too short' });
  return z.NEVER;
});

/** Exported for its test. */
export const erasureSchema = z.discriminatedUnion('command', [
  z.object({ command: z.literal('find'), text: searched }),
  // Typed again, and the one that the page showed, sealed. A ticked place is a field of its own.
  z.looseObject({ command: z.literal('erase'), text: searched, of: postedText(2_000) }),
]);

/** A command on the erasure page: find what is stored about a person, or erase it. */
export type ErasureCommand = z.infer<typeof erasureSchema>;

/** How the erasure page parses posts. */
export const erasureInput: CommandInput<ErasureCommand> = {
  schema: erasureSchema,
  explain: async () => (await getTranslations('Erasure'))('notAText'),
};

/** The keys of the places that an admin ticked. */
export function tickedIn(posted: Extract<ErasureCommand, { command: 'erase' }>): string[] {
  return Object.entries(posted).flatMap(([name, value]) =>
    name.startsWith(PLACE_FIELD) && value === 'yes' ? [name.slice(PLACE_FIELD.length)] : [],
  );
}
