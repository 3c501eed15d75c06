import 'server-only';
import { z } from 'zod';
import { cutText } from '@/lib/core/text';
import { postedId, postedText } from '@/lib/http/read-post';
import { TOPICS } from '@/lib/service/webhook-topics';

const topic = z.enum(TOPICS);

/** What was typed is no lead's number. */
const NO_LEAD_ID = 'no-lead-id';

/**
 * A lead's number as somebody types it. How the service makes them is not said, but all of them have
 * their place in an address: what could not stand there is a slip, and no question to the service.
 */
const leadId = z
  .string()
  .trim()
  .regex(/^(?!\.+$)[\w.~:-]{1,100}$/, NO_LEAD_ID);

const postSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('rotate'), topic }),
  z.object({ decision: z.literal('finish'), topic }),
  z.object({ decision: z.literal('create'), topic }),
  z.object({ decision: z.literal('delete'), topic, sure: z.literal('yes') }),
  z.object({ decision: z.literal('legacy'), topic, allowed: z.enum(['yes', 'no']) }),
  z.object({ decision: z.literal('recheck'), lead: leadId, row: z.string().max(30).default('') }),
  z.object({ decision: z.literal('compare') }),
  z.object({
    ...{ decision: z.literal('dismiss'), kind: z.enum(['still-there', 'vanished']) },
    ...{ lead: postedText(500).min(1), row: z.string().max(30).default('') },
  }),
  z.object({ decision: z.literal('gone'), sweep: postedId, sure: z.literal('yes') }),
]);

/** What an admin decided on the page about webhooks. */
export type Decision = z.infer<typeof postSchema>;

/** Reads a posted decision; or why it cannot be done: it is not complete, or names no lead. */
export function readDecision(data: FormData): Decision | { fault: 'incomplete' | 'noLeadId' } {
  const parsed = postSchema.safeParse(Object.fromEntries(data));
  if (parsed.success) return parsed.data;
  return { fault: parsed.error.issues[0]?.message === NO_LEAD_ID ? 'noLeadId' : 'incomplete' };
}

/** The form that a post came from, as `DecisionForm` names it, whether or not the post can be read. */
export function formOf(data: FormData): string {
  const part = (name: string) => cutText(String(data.get(name) ?? ''), 100);
  return [part('decision'), part('topic') || part('row')].join(' ').trim();
}
