import 'server-only';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { Db } from '@/lib/db/handle';
import { type Limit, takeTurn } from './limits';

/** Takes a turn. Undefined if it is allowed, else the message with the wait. */
export async function checkRateLimit(
  db: Db,
  task: { limit: Limit; subject: string },
): Promise<string | undefined> {
  const turn = await takeTurn(db, task);
  if (turn.allowed) return undefined;
  const [t, format] = [await getTranslations('Errors'), await getFormatter()];
  const seconds = Math.ceil(turn.retryAfterMs / 1_000);
  const wait = format.number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'long' });
  return t('tooOften', { wait });
}
