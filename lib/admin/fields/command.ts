import 'server-only';
import { z } from 'zod';
import { TONES } from '@/lib/core/status-words';
import { postedText } from '@/lib/http/read-post';

/** What an admin can decide on the page about the form, as it is posted. */

/** How long an admin's words may be, in UTF-16 units as a browser counts them. */
export const MAX_LENGTHS = { label: 120, help: 500, group: 80, status: 60 } as const;

/** PostgreSQL keeps no zero byte, and half a character or a turned direction would spoil what stands beside it. */
const SPOILS = /[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const BREAKS_LINE = /[\p{Cc}\u2028\u2029]/u;

const id = postedText(2_000);
const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => !SPOILS.test(text) && !BREAKS_LINE.test(text))
    .transform((text) => text || undefined);
const words = (longest: number) =>
  z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(line(longest));

const seen = postedText(10_000);
const place = z.union([z.enum(['up', 'down', 'portal']), z.literal('number').transform(() => undefined)]);

const postSchema = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('look'),
    field: id,
    label: line(MAX_LENGTHS.label),
    help: words(MAX_LENGTHS.help),
    group: line(MAX_LENGTHS.group),
    hidden: z.literal('yes').optional(),
    seen,
  }),
  z.object({
    decision: z.literal('move'),
    field: id,
    place,
    number: z.coerce.number().int().min(1).max(100_000).optional(),
  }),
  z.object({ decision: z.literal('reset'), field: id }),
  z.object({
    decision: z.literal('status'),
    status: id,
    label: line(MAX_LENGTHS.status),
    tone: z.enum(TONES).or(z.literal('').transform(() => undefined)),
    seen,
  }),
]);

export type Decision = z.output<typeof postSchema>;

/** Reads a posted decision, or names the part of it that cannot be taken; 'form' if it is none of this page's. */
export function readDecision(data: FormData): { decision: Decision } | { wrong: string } {
  const read = postSchema.safeParse(Object.fromEntries(data));
  if (!read.success) return { wrong: String(read.error.issues[0]?.path[0] ?? 'form') };
  const { data: decision } = read;
  const lacksNumber = decision.decision === 'move' && !decision.place && !decision.number;
  return lacksNumber ? { wrong: 'number' } : { decision };
}
