import type { getTranslations } from 'next-intl/server';
import type { ErrorView } from '@/components/admin/sending/sending-view';
import { stripControlCharacters } from '@/lib/core/strip-control-characters';

type Translate = Awaited<ReturnType<typeof getTranslations<'Sending'>>>;

/** Kinds of errors that this desk has words for: what stands before the colon. */
const KINDS = ['auth', 'rate-limited', 'refused', 'unavailable', 'unexpected', 'database'] as const;

/** As the client of the service notes an answer that was an error: that is no silence. */
const ANSWERED = /^(?:unavailable|turned-away): [a-z ]+: answered (\d{3})\b/;

/** What went wrong, in plain words, and as it was noted. */
export function toError(lastError: string | null | undefined, t: Translate): ErrorView {
  if (!lastError) return { words: t('error.none') };
  const status = ANSWERED.exec(lastError)?.[1];
  if (status !== undefined)
    return { words: t('error.answered', { status }), noted: stripControlCharacters(lastError) };
  const kind = KINDS.find((known) => lastError.startsWith(`${known}:`)) ?? 'other';
  return { words: t(`error.${kind}`), noted: stripControlCharacters(lastError) };
}
