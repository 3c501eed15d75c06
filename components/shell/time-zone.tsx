'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const YEAR_SECONDS = 31_536_000;

/**
 * Tells the server the time zone of this browser, once: a page `shown` in another one is drawn again; on a page
 * without times it is left out. Nothing is formatted here, so nothing can differ between what the server sent
 * and what the browser shows.
 */
export function TimeZone({ shown }: { shown?: string }) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === shown || document.cookie.includes(`tz=${encodeURIComponent(zone)}`)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
    document.cookie = `tz=${encodeURIComponent(zone)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    if (shown !== undefined) router.refresh();
  }, [shown, router]);
  return null;
}
