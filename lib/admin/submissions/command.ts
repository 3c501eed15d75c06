import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { CommandInput } from '@/lib/admin/admin-action';
import { isStorable, isVisible } from '@/lib/core/text';
import { postedCount, postedRow } from '@/lib/http/read-post';
import { correctPairSchema, pairSchema } from '@/lib/people/input';

const words = z.string().trim().min(1).refine(isStorable).refine(isVisible);

const review = { submission: words.max(100), attempts: postedCount };

const idsSchema = z.array(words.max(200)).max(200);

/** A list of ids in JSON; anything else is an empty list. */
function readIds(json: string): string[] {
  try {
    return idsSchema.parse(JSON.parse(json));
  } catch {
    return [];
  }
}

/** Exported for its test. */
export const submissionsSchema = z.discriminatedUnion('command', [
  z
    .object({
      command: z.literal('adopt'),
      ...review,
      /** The radio button: a lead's number; empty for the typed one. */
      lead: z.literal('').or(words.max(200)).default(''),
      number: z
        .string()
        .trim()
        .pipe(z.literal('').or(words.max(200)))
        .default(''),
    })
    .refine(({ lead, number }) => (lead === '') !== (number === ''), { path: ['number'] })
    .transform(({ lead, number, ...rest }) => ({ ...rest, leadId: lead || number })),
  z.object({
    command: z.literal('resend'),
    ...review,
    checked: z.literal('yes'),
    /** The leads that the page showed next to it. */
    seenLeads: z.string().max(20_000).transform(readIds),
  }),
  z.object({ command: z.literal('return'), ...review, reason: words.max(1_000) }),
  correctPairSchema,
  z.object({ command: z.literal('retry-pair'), pair: pairSchema }),
  z.object({ command: z.literal('return-pair'), pair: pairSchema, reason: words.max(1_000) }),
  z.object({ command: z.literal('retry-job'), job: postedRow }),
]);

/** A decision of an admin on the page of submissions. */
export type SubmissionsCommand = z.output<typeof submissionsSchema>;

const PAIR_COMMANDS: readonly string[] = ['correct-pair', 'retry-pair', 'return-pair'];

/** How the page of submissions parses posts; an incomplete or contradictory command is refused. */
export const submissionsInput: CommandInput<SubmissionsCommand> = {
  schema: submissionsSchema,
  explain: async ({ command = '', field }) => {
    const t = await getTranslations('Submissions');
    if (isAnswer(field)) return t(`missing.${field}`);
    return PAIR_COMMANDS.includes(command) ? t('wrongPair.incomplete') : t('incomplete');
  },
};

/** What an admin answers in one of the forms: each has its own sentence, shown beside it. */
const ANSWERS = ['number', 'checked', 'reason', 'organizationId', 'agentId'] as const;

const isAnswer = (field: string | undefined): field is (typeof ANSWERS)[number] =>
  ANSWERS.some((answer) => answer === field);

/** Commands that may create a second lead, or send leads under another name. */
export const needsRecentSignIn = ({ command }: SubmissionsCommand) =>
  ['resend', 'correct-pair', 'retry-pair'].includes(command);
