import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { postedId, postedText } from '@/lib/http/read-post';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import type { CommandInput } from '../admin-action';

const topic = z.enum(WEBHOOK_TOPICS);

/**
 * A lead's number as typed. The format of the service's ids is unspecified, but all of them fit in a URL: a
 * number that does not is a typing error and is not requested.
 */
const leadId = z
  .string()
  .trim()
  .regex(/^(?!\.+$)[\w.~:-]{1,100}$/);

/** Exported for its test. */
export const webhooksSchema = z.discriminatedUnion('command', [
  z.object({ command: z.literal('rotate'), topic }),
  z.object({ command: z.literal('finish'), topic }),
  z.object({ command: z.literal('create'), topic }),
  z.object({ command: z.literal('delete'), topic, sure: z.literal('yes') }),
  z.object({ command: z.literal('recheck'), lead: leadId }),
  z.object({ command: z.literal('compare') }),
  z.object({
    command: z.literal('dismiss'),
    kind: z.enum(['still-there', 'vanished']),
    lead: postedText(500).min(1),
  }),
  z.object({ command: z.literal('gone'), fullSync: postedId, sure: z.literal('yes') }),
]);

/** A command on the webhooks page. */
export type WebhooksCommand = z.infer<typeof webhooksSchema>;

/** How the webhooks page parses posts; a command is refused if it is incomplete, or names no lead. */
export const webhooksInput: CommandInput<WebhooksCommand> = {
  schema: webhooksSchema,
  explain: async ({ command, field }) => {
    const t = await getTranslations('Webhooks');
    if (field === 'sure') return t('notSure');
    return command === 'recheck' && field === 'lead' ? t('noLeadId') : t('incomplete');
  },
};

/** Commands that change or end what the portal sends. */
export const needsRecentSignIn = ({ command }: WebhooksCommand) =>
  ['rotate', 'finish', 'delete'].includes(command);
