import 'server-only';
import { z } from 'zod';
import { isStorable } from '@/lib/core/text';
import { postedCount, postedRow } from '@/lib/http/read-post';
import { type Pair, pairSchema } from '@/lib/people/pair';
import { filledSchema } from '@/lib/people/person-text';

const words = z.string().trim().min(1).refine(isStorable);

const review = { submission: words.max(100), attempts: postedCount };

const idsSchema = z.array(words.max(200)).max(200);

/** A list of ids in JSON; what is none is no id that anybody saw. */
function readIds(json: string): string[] {
  try {
    return idsSchema.parse(JSON.parse(json));
  } catch {
    return [];
  }
}

const postSchema = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('adopt'),
    ...review,
    /** The radio: a lead's number; empty for the one that is typed. */
    lead: z.literal('').or(words.max(200)).default(''),
    number: z
      .string()
      .trim()
      .pipe(z.literal('').or(words.max(200)))
      .default(''),
  }),
  z.object({
    decision: z.literal('again'),
    ...review,
    looked: z.literal('yes'),
    /** The leads that the page showed beside it. */
    seen: z.string().max(20_000).transform(readIds),
  }),
  z.object({ decision: z.literal('back'), ...review, reason: words.max(1_000) }),
  z.object({
    decision: z.literal('correct-pair'),
    pair: pairSchema,
    organizationId: filledSchema,
    agentId: filledSchema,
  }),
  z.object({ decision: z.literal('retry-pair'), pair: pairSchema }),
  z.object({ decision: z.literal('return-pair'), pair: pairSchema, reason: words.max(1_000) }),
  z.object({ decision: z.literal('revive'), job: postedRow }),
]);

type About = { submissionId: string; seenAttempts: number };

/** What an admin decided on the page about sending. */
export type Decision =
  | (About & { kind: 'adopt'; leadId: string })
  | (About & { kind: 'again'; seenLeads: string[] })
  | (About & { kind: 'back'; reason: string })
  | PairDecision
  | { kind: 'revive'; job: number };

/** What an admin decided about a pair that the portal refuses, and all that waits for it. */
export type PairDecision =
  | { kind: 'correct-pair'; pair: Pair; right: Pair }
  | { kind: 'retry-pair'; pair: Pair }
  | { kind: 'return-pair'; pair: Pair; reason: string };

/** Reads a posted decision; undefined if it is not complete, or says two things at once. */
export function readDecision(data: FormData): Decision | undefined {
  const post = postSchema.safeParse(Object.fromEntries(data)).data;
  if (!post) return undefined;
  if (post.decision === 'revive') return { kind: 'revive', job: post.job };
  if ('pair' in post) return toPairDecision(post);
  const about = { submissionId: post.submission, seenAttempts: post.attempts };
  switch (post.decision) {
    case 'again':
      return { ...about, kind: 'again', seenLeads: post.seen };
    case 'back':
      return { ...about, kind: 'back', reason: post.reason };
    case 'adopt': {
      const [leadId, ...others] = [post.lead, post.number].filter(Boolean);
      return leadId && others.length === 0 ? { ...about, kind: 'adopt', leadId } : undefined;
    }
  }
}

type PairPost = Extract<z.infer<typeof postSchema>, { pair: Pair }>;

function toPairDecision(post: PairPost): PairDecision {
  const { pair } = post;
  switch (post.decision) {
    case 'correct-pair': {
      const { organizationId, agentId } = post;
      return { kind: 'correct-pair', pair, right: { organizationId, agentId } };
    }
    case 'retry-pair':
      return { kind: 'retry-pair', pair };
    case 'return-pair':
      return { kind: 'return-pair', pair, reason: post.reason };
  }
}
