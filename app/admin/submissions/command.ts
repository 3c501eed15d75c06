import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { isStorable, isVisible } from '@/lib/core/text';
import { postedCount, postedRow } from '@/lib/http/read-post';
import { correctOwnerSchema, ownerIdsSchema, type TextFault } from '@/lib/people/input';
import type { UnreadPost } from '../../form-action';
import type { CommandInput } from '../admin-action';

/** What can be wrong with an input text, as on the pages about people. */
const fault = (code: TextFault) => code;

const trimmed = z
  .string()
  .trim()
  .min(1, fault('empty'))
  .refine(isStorable, fault('unkeepable'))
  .refine(isVisible, fault('empty'));

const MAX_REASON = 1_000;
const reason = trimmed.max(MAX_REASON, fault('too-long'));

const review = { submission: trimmed.max(100), attempts: postedCount };

const idsSchema = z.array(trimmed.max(200)).max(200);

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
      lead: z.literal('').or(trimmed.max(200)).default(''),
      number: z
        .string()
        .trim()
        .pipe(z.literal('').or(trimmed.max(200)))
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
  z.object({ command: z.literal('return'), ...review, reason }),
  correctOwnerSchema,
  z.object({ command: z.literal('retry-owner'), owner: ownerIdsSchema }),
  z.object({ command: z.literal('return-owner'), owner: ownerIdsSchema, reason }),
  z.object({ command: z.literal('retry-job'), job: postedRow }),
]);

/** A decision of an admin on the page of submissions. */
export type SubmissionsCommand = z.output<typeof submissionsSchema>;

const OWNER_COMMANDS: readonly string[] = ['correct-owner', 'retry-owner', 'return-owner'];

/** How the page of submissions parses posts; an incomplete or contradictory command is refused. */
export const submissionsInput: CommandInput<SubmissionsCommand> = {
  schema: submissionsSchema,
  explain: async (problem) => {
    const t = await getTranslations('Submissions');
    const kind = toProblem(problem);
    if (kind === 'unkeepable') return (await getTranslations('People.fault'))(kind);
    if (kind === 'rejectedOwner') return t('rejectedOwner.incomplete');
    return kind === 'incomplete' ? t(kind) : t(`missing.${kind}`, { max: MAX_REASON });
  },
};

/** What an admin answers in one of the forms: each has its own sentence, shown beside it. */
const ANSWERS = ['number', 'checked', 'reason', 'organizationId', 'agentId'] as const;

type Problem = (typeof ANSWERS)[number] | 'reasonTooLong' | 'unkeepable' | 'rejectedOwner' | 'incomplete';

/** What to say about an invalid post. Exported for its test. */
export function toProblem({ command = '', field, fault }: UnreadPost): Problem {
  const answer = ANSWERS.find((one) => one === field);
  if (answer && fault === 'unkeepable') return fault;
  if (answer === 'reason' && fault === 'too-long') return 'reasonTooLong';
  return answer ?? (OWNER_COMMANDS.includes(command) ? 'rejectedOwner' : 'incomplete');
}

/** Commands that may create a second lead, or send leads under another name. */
export const needsRecentSignIn = ({ command }: SubmissionsCommand) =>
  ['resend', 'correct-owner', 'retry-owner'].includes(command);
