import { watchIdle } from './idle-watcher';
import { reachability } from './reachability';
import { pauseAfter } from './schedule';

const STREAM = '/api/stream';

/** The activity of a live page. `resting`: unused for long, so it makes no requests. */
export type LiveActivity = { resting: boolean; since: number };

type Keeping = {
  refresh: () => void;
  changed: (activity: LiveActivity) => void;
  /** Where the stream of what is shown now begins. */
  getPosition: () => string;
};

/**
 * Calls `refresh` whenever the page should be read again: at each hint of the stream, every 30 seconds, when
 * the person returns to the page, and when the desk is reachable again. A page that is hidden or long unused
 * makes no requests and holds no connection; it catches up with the first event of the stream it opens on
 * return. `changed` is called when the page starts and stops resting. Returns the function that ends
 * everything.
 */
export function keepFresh({ refresh, changed, getPosition }: Keeping): () => void {
  let stop: (() => void) | undefined;
  let attended = true;
  const follow = () => {
    const isWanted = attended && !document.hidden;
    if (isWanted && !stop) {
      stop = connect(refresh, getPosition);
    } else if (!isWanted) {
      stop?.();
      stop = undefined;
    }
    changed({ resting: !attended, since: Date.now() });
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  const unwatch = watchIdle((isThere) => {
    attended = isThere;
    follow();
  });
  return () => {
    document.removeEventListener('visibilitychange', follow);
    unwatch();
    stop?.();
  };
}

function connect(refresh: () => void, getPosition: () => string): () => void {
  const poll = startPolling(refresh);
  const unlisten = listen({ onMessage: refresh, lost: poll.now, getPosition });
  let last = reachability.get();
  const leave = reachability.subscribe(() => {
    const now = reachability.get();
    if (now === 'reachable' && last !== 'reachable') refresh();
    last = now;
  });
  return () => {
    leave();
    unlisten();
    poll.stop();
  };
}

function startPolling(refresh: () => void): { now: () => void; stop: () => void } {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout>;
  let isChecking = false;
  let stopped = false;
  const plan = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(ask, pauseAfter({ failures, random: Math.random() }));
  };
  const ask = async () => {
    if (isChecking) return;
    isChecking = true;
    const before = reachability.get();
    const isReachable = await reachability.check();
    isChecking = false;
    if (stopped) return;
    failures = isReachable ? 0 : failures + 1;
    // After an outage, the watcher has called `refresh` already.
    if (isReachable && before === 'reachable') refresh();
    plan();
  };
  plan();
  return {
    now: ask,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Listens to the stream. The browser reconnects a broken connection automatically; it gives up a refused one
 * (signed out, too many streams, the desk restarting), so that is reopened here.
 */
function listen({
  onMessage,
  lost,
  getPosition,
}: {
  onMessage: () => void;
  lost: () => void;
  getPosition: () => string;
}): () => void {
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`${STREAM}?since=${encodeURIComponent(getPosition())}`);
    source.addEventListener('open', () => {
      failures = 0;
    });
    source.addEventListener('change', onMessage);
    source.addEventListener('resync', onMessage);
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) {
        // The browser reconnects, but the page should know now whether the desk is still reachable.
        void reachability.check();
        return;
      }
      failures += 1;
      if (failures === 1) lost();
      timer = setTimeout(open, pauseAfter({ failures, random: Math.random() }));
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
