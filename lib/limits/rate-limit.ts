import 'server-only';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { Db } from '@/lib/db/handle';
import { consumeLimit, type Limit, type Turn } from './limits';

/** Takes a turn. Undefined if it is allowed, else the message with the wait. */
export async function checkRateLimit(
  db: Db,
  task: { limit: Limit; subject: string },
): Promise<string | undefined> {
  const turn = await consumeLimit(db, task);
  return turn.allowed ? undefined : waitMessage(turn);
}

/** What a person reads whose turn was refused: how long to wait. */
export async function waitMessage({ retryAfterMs }: Turn & { allowed: false }): Promise<string> {
  const [t, format] = [await getTranslations('Errors'), await getFormatter()];
  const seconds = Math.ceil(retryAfterMs / 1_000);
  const wait = format.number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'long' });
  return t('tooOften', { wait });
}
