import type { Db } from '@/lib/db/handle';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import { waitMessage } from '@/lib/limits/rate-limit';

/**
 * Takes a turn of the rate limit of exported files. Undefined if the person may have one now, else the answer: words
 * that a browser shows, and `Retry-After` in whole seconds.
 */
export async function limitExports(db: Db, personId: string): Promise<Response | undefined> {
  const turn = await consumeLimit(db, { limit: LIMITS.exports, subject: personId });
  if (turn.allowed) return undefined;
  return new Response(await waitMessage(turn), {
    status: 429,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': String(Math.ceil(turn.retryAfterMs / 1_000)),
    },
  });
}
