'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { inOwnTask } from './in-own-task';

const YEAR_SECONDS = 31_536_000;

/**
 * Sends this browser's time zone to the server, once: a page `shown` in another one is rendered again;
 * omitted on pages without times. Nothing is formatted here, so server and browser output cannot differ.
 */
export function TimeZone({ shown }: { shown?: string }) {
  const router = useRouter();
  useEffect(() => {
    // A browser takes long to say it the first time.
    const gone = new AbortController();
    inOwnTask(() => tell(shown, () => router.refresh()), gone.signal);
    return () => gone.abort();
  }, [shown, router]);
  return null;
}

function tell(shown: string | undefined, readAgain: () => void): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || zone === shown || document.cookie.includes(`tz=${encodeURIComponent(zone)}`)) return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
  document.cookie = `tz=${encodeURIComponent(zone)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  if (shown !== undefined) readAgain();
}
