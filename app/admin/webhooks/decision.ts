import 'server-only';
import { z } from 'zod';
import { cutText } from '@/lib/text';
import { TOPICS } from '@/lib/webhooks/topics';

const topic = z.enum(TOPICS);

/** A lead's number as somebody types it: the service's ids are any text. */
const leadId = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

const postSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('rotate'), topic }),
  z.object({ decision: z.literal('finish'), topic }),
  z.object({ decision: z.literal('create'), topic }),
  z.object({ decision: z.literal('delete'), topic, sure: z.literal('yes') }),
  z.object({ decision: z.literal('legacy'), topic, allowed: z.enum(['yes', 'no']) }),
  z.object({ decision: z.literal('recheck'), lead: leadId, row: z.string().max(30).default('') }),
  z.object({ decision: z.literal('compare') }),
  z.object({ decision: z.literal('gone'), sweep: z.string().min(1).max(100), sure: z.literal('yes') }),
]);

/** What an admin decided on the page about webhooks. */
export type Decision = z.infer<typeof postSchema>;

/** Reads a posted decision; undefined if it is not complete. */
export function readDecision(data: FormData): Decision | undefined {
  return postSchema.safeParse(Object.fromEntries(data)).data;
}

/** The form that a post came from, as `DecisionForm` names it, whether or not the post can be read. */
export function formOf(data: FormData): string {
  const part = (name: string) => cutText(String(data.get(name) ?? ''), 100);
  return [part('decision'), part('topic') || part('row')].join(' ').trim();
}
