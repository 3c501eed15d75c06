import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState, useTransition } from 'react';
import { keepFresh, type LiveActivity } from '@/components/shell/keep-fresh';
import { livePages } from '@/components/shell/live-pages';

export type LiveState = LiveActivity & { paused: boolean; toggle: () => void };

/** The timeout of a refresh, so that one lost response cannot stop the page. */
const HUNG_MS = 15_000;

/**
 * Keeps the page as fresh as the desk: see `keepFresh`. `position` is that of the read that is shown.
 *
 * The first hint triggers a read immediately; hints during a read trigger one more read after it, so a burst
 * costs two reads.
 */
export function useLive(position: string): LiveState {
  const router = useRouter();
  const [isReading, startReading] = useTransition();
  const [paused, setPaused] = useState(false);
  const [activity, setActivity] = useState<LiveActivity>({ resting: false, since: 0 });
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

  const lastPosition = useRef(position);
  useEffect(() => {
    lastPosition.current = position;
  }, [position]);

  // Each reading renders the frame, too: the bell needs none of its own.
  useEffect(() => livePages.hold(), []);

  useEffect(() => {
    if (paused) return undefined;
    return keepFresh({ refresh, changed: setActivity, getPosition: () => lastPosition.current });
  }, [paused, refresh]);

  return { ...activity, paused, toggle: useCallback(() => setPaused((was) => !was), []) };
}
