import 'server-only';
import { z } from 'zod';
import { postedText } from '@/lib/http/read-post';

export type Pair = { organizationId: string; agentId: string };

/** A pair as the value of one choice in a form: ids are any text, so no sign could stand between them. */
export function pairValue({ organizationId, agentId }: Pair): string {
  return JSON.stringify([organizationId, agentId]);
}

const idSchema = postedText(200).min(1);

/** Reads such a value again. */
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
