import 'server-only';
import { z } from 'zod';
import { postedText } from '@/lib/http/read-post';

export type Pair = { organizationId: string; agentId: string };

const idSchema = postedText(200).min(1);

/** Reads what `pairValue` wrote. */
export const pairSchema = z
  .string()
  .max(1_000)
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue('empty');
      return z.NEVER;
    }
  })
  .pipe(z.tuple([idSchema, idSchema]))
  .transform(([organizationId, agentId]): Pair => ({ organizationId, agentId }));
