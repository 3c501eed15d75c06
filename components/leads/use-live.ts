import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState, useTransition } from 'react';
import { keepFresh } from './connection';

/** A refresh that has not come back after this long is given up, so that one lost answer cannot stop the page. */
const HUNG_MS = 15_000;

/**
 * Keeps the page it is used on as fresh as the desk: see `keepFresh`. The first hint is followed at once; those
 * that arrive while the page is being read again make it read once more after that, so a burst costs two reads.
 */
export function useLive(): { paused: boolean; toggle: () => void } {
  const router = useRouter();
  const [isReading, startReading] = useTransition();
  const [paused, setPaused] = useState(false);
  const reading = useRef<{ since: number; again: boolean } | undefined>(undefined);

  const refresh = useCallback(() => {
    const now = Date.now();
    if (reading.current && now - reading.current.since < HUNG_MS) {
      reading.current.again = true;
      return;
    }
    reading.current = { since: now, again: false };
    startReading(() => router.refresh());
  }, [router]);

  useEffect(() => {
    if (isReading) return;
    const again = reading.current?.again;
    reading.current = undefined;
    if (again) refresh();
  }, [isReading, refresh]);

  useEffect(() => (paused ? undefined : keepFresh(refresh)), [paused, refresh]);

  return { paused, toggle: useCallback(() => setPaused((was) => !was), []) };
}
