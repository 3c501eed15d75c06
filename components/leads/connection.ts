import { watchAttention } from './attention';
import { pauseAfter } from './schedule';

const STREAM = '/api/stream';
/** Asked before every poll: a refresh that fails makes the router leave the page, and its last good data, behind. */
const PROBE = '/api/health';
const PROBE_LIMIT_MS = 5_000;

/**
 * Calls `refresh` whenever the page should be read again: at each hint of the stream, every 30 seconds, and
 * when the person comes back to the page. A page that is hidden, or that nobody has touched for long, asks for
 * nothing and holds no connection; what it missed it gets with the one `resync` of the stream it opens on return.
 * Returns what ends it all.
 */
export function keepFresh(refresh: () => void): () => void {
  let stop: (() => void) | undefined;
  let attended = true;
  const follow = () => {
    const isWanted = attended && !document.hidden;
    if (isWanted === (stop !== undefined)) return;
    if (stop) {
      stop();
      stop = undefined;
    } else {
      stop = connect(refresh);
    }
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  const unwatch = watchAttention((isThere) => {
    attended = isThere;
    follow();
  });
  return () => {
    document.removeEventListener('visibilitychange', follow);
    unwatch();
    stop?.();
  };
}

function connect(refresh: () => void): () => void {
  const poll = startPolling(refresh);
  const unlisten = listen({ hear: refresh, lost: poll.now });
  window.addEventListener('online', poll.now);
  return () => {
    window.removeEventListener('online', poll.now);
    unlisten();
    poll.stop();
  };
}

function startPolling(refresh: () => void): { now: () => void; stop: () => void } {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout>;
  let asking = false;
  let stopped = false;
  const plan = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(ask, pauseAfter({ failures, random: Math.random() }));
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    const answers = await deskAnswers();
    asking = false;
    if (stopped) return;
    failures = answers ? 0 : failures + 1;
    if (answers) refresh();
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

/** True if the desk itself answers; what a proxy says in its place (502 to 504) does not count. */
async function deskAnswers(): Promise<boolean> {
  try {
    const response = await fetch(PROBE, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_LIMIT_MS),
    });
    return response.status < 500;
  } catch {
    return false;
  }
}

/**
 * Hears the stream. A broken connection the browser mends by itself; a refused one (signed out, too many
 * streams, the desk restarting) it gives up, so that one is opened again here.
 */
function listen({ hear, lost }: { hear: () => void; lost: () => void }): () => void {
  let source: EventSource;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(STREAM);
    source.addEventListener('open', () => {
      failures = 0;
    });
    source.addEventListener('change', hear);
    source.addEventListener('resync', hear);
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
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
