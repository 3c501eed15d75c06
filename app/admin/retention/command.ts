import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { RETENTION_CHOICES, RETENTION_KINDS, type RetentionKind } from '@/lib/core/retention';
import type { CommandInput } from '../admin-action';

/** One of these as its text: what a control posts. */
const oneOf = <Choice extends number | 'forever'>(choices: readonly Choice[]) =>
  z.string().transform((text, context): Choice => {
    const choice = choices.find((one) => String(one) === text);
    if (choice !== undefined) return choice;
    context.addIssue({ code: 'custom', message: 'not offered' });
    return z.NEVER;
  });

/** Exported for its test. */
export const retentionSchema = z.object({
  command: z.literal('keep'),
  drafts: oneOf(RETENTION_CHOICES.drafts),
  imports: oneOf(RETENTION_CHOICES.imports),
  notices: oneOf(RETENTION_CHOICES.notices),
  history: oneOf(RETENTION_CHOICES.history),
  audit: oneOf(RETENTION_CHOICES.audit),
  /** The kinds that the confirmation named. */
  sooner: z
    .string()
    .optional()
    .transform((text): RetentionKind[] => RETENTION_KINDS.filter((kind) => text?.split(' ').includes(kind))),
});

/** A command on the retention page: keep each kind for so long. */
export type RetentionCommand = z.infer<typeof retentionSchema>;

/** How the retention page parses posts. */
export const retentionInput: CommandInput<RetentionCommand> = {
  schema: retentionSchema,
  explain: async () => (await getTranslations('Retention'))('incomplete'),
};
