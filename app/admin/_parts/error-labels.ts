import type { getTranslations } from 'next-intl/server';
import { stripControlCharacters } from '@/lib/core/text';

type Translate = Awaited<ReturnType<typeof getTranslations<'Submissions'>>>;

/** Kinds of errors with a text here: the part before the colon. */
const KINDS = ['auth', 'rate-limited', 'refused', 'unavailable', 'unexpected', 'database'] as const;

/** The service client's format for an error response, which is not a missing response. */
const ANSWERED = /^(?:unavailable|rejected-by-gateway): [a-z ]+: answered (\d{3})\b/;

/** The error in plain words, and as recorded. */
export function toError(
  lastError: string | null | undefined,
  t: Translate,
): { text: string; noted?: string } {
  if (!lastError) return { text: t('error.none') };
  const status = ANSWERED.exec(lastError)?.[1];
  if (status !== undefined)
    return { text: t('error.answered', { status }), noted: stripControlCharacters(lastError) };
  const kind = KINDS.find((known) => lastError.startsWith(`${known}:`)) ?? 'other';
  return { text: t(`error.${kind}`), noted: stripControlCharacters(lastError) };
}
