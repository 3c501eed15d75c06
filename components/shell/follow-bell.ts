import type { BellView } from './bell';
import { keepFresh } from './keep-fresh';
import { livePages } from './live-pages';

/** Of a burst the first change is counted immediately, and the rest together after this many milliseconds. */
const PAUSE_MS = 500;
/** One lost response must not stop the bell. */
const TIMEOUT_MS = 15_000;

type Following = {
  /** Counts them, for the person the page is rendered for. */
  address: string;
  position: string;
  shown: (bell: BellView) => void;
  signal: AbortSignal;
};

/**
 * Counts the unread notices again whenever something changes (`keepFresh`), and passes the count to `shown`, until the
 * signal. A page that keeps itself fresh renders the bell as well: then there is no second stream, and no count.
 */
export function followBell({ address, position, shown, signal }: Following): void {
  if (signal.aborted) return;
  let latest = position;
  let end: (() => void) | undefined;
  const count = oneAtATime(async () => {
    const bell = await readBell(address);
    if (!bell || signal.aborted) return;
    latest = bell.position;
    shown(bell);
  });
  const follow = () => {
    const isNeeded = !signal.aborted && !livePages.isHeld();
    if (isNeeded) {
      end ??= keepFresh({ refresh: count, changed: () => {}, getPosition: () => latest });
    } else {
      end?.();
      end = undefined;
    }
  };
  const leave = livePages.subscribe(follow);
  signal.addEventListener('abort', () => {
    leave();
    follow();
  });
  follow();
}

/** The work, never twice at the same time: what asks for it meanwhile is one more run after a pause. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    again = false;
    await work();
    setTimeout(() => {
      running = false;
      if (again) void run();
    }, PAUSE_MS);
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}

/** The count; undefined if there is none for this page now, as after signing out: its next request says why. */
async function readBell(address: string): Promise<BellView | undefined> {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
