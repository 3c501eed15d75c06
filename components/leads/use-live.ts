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
  const [isRefreshing, startRefresh] = useTransition();
  const [paused, setPaused] = useState(false);
  const [activity, setActivity] = useState<LiveActivity>({ resting: false, since: 0 });
  const refreshing = useRef<{ since: number; again: boolean } | undefined>(undefined);

  const refresh = useCallback(() => {
    const now = Date.now();
    if (refreshing.current && now - refreshing.current.since < HUNG_MS) {
      refreshing.current.again = true;
      return;
    }
    refreshing.current = { since: now, again: false };
    startRefresh(() => router.refresh());
  }, [router]);

  useEffect(() => {
    if (isRefreshing) return;
    const again = refreshing.current?.again;
    refreshing.current = undefined;
    if (again) refresh();
  }, [isRefreshing, refresh]);

  const lastPosition = useRef(position);
  useEffect(() => {
    lastPosition.current = position;
  }, [position]);

  // Each refresh renders the frame, too: the bell needs none of its own.
  useEffect(() => livePages.hold(), []);

  useEffect(() => {
    if (paused) return undefined;
    return keepFresh({ refresh, changed: setActivity, getPosition: () => lastPosition.current });
  }, [paused, refresh]);

  return { ...activity, paused, toggle: useCallback(() => setPaused((was) => !was), []) };
}
