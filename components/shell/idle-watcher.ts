/**
 * Events that only a person causes. Not scrolling, because a changing list scrolls automatically; the wheel,
 * finger, key or pointer that scrolls counts. Nor a network that returns: if it comes and goes all night, an
 * abandoned page would keep its session alive.
 */
const SIGNS = ['keydown', 'pointerdown', 'wheel', 'touchstart', 'touchmove'] as const;

/**
 * After this long without activity a page makes no requests. Less than the half hour after which an unused
 * session ends: an abandoned page must not keep its session alive forever.
 */
const UNATTENDED_MS = 25 * 60_000;

/** The clock: `later` calls once, and returns its cancel function. */
export type Timing = { now: () => number; later: (call: () => void, ms: number) => () => void };

const TIMING: Timing = {
  now: Date.now,
  later: (call, ms) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

type Watched = {
  page?: EventTarget & { readonly hidden: boolean };
  /** The target of the focus event when the person returns from another program. */
  frame?: EventTarget;
  timing?: Timing;
};

/**
 * Calls `changed` with false when the page is unused for long, and with true at the first activity after
 * that. Starts active. Returns the function that ends it.
 */
export function watchIdle(
  changed: (attended: boolean) => void,
  { page = document, frame = window, timing = TIMING }: Watched = {},
): () => void {
  let attended = true;
  let lastSign = timing.now();
  let forget = timing.later(checkIdle, UNATTENDED_MS);
  // Checks periodically instead of restarting a timer at every key.
  function checkIdle() {
    const left = lastSign + UNATTENDED_MS - timing.now();
    if (left > 0) {
      forget = timing.later(checkIdle, left);
      return;
    }
    attended = false;
    changed(false);
  }
  function note() {
    lastSign = timing.now();
    if (attended) return;
    attended = true;
    forget = timing.later(checkIdle, UNATTENDED_MS);
    changed(true);
  }
  const recordIfShown = () => {
    if (!page.hidden) note();
  };
  const recordIfMoved = toPointerWatch(note);
  const options = { capture: true, passive: true };
  for (const sign of SIGNS) page.addEventListener(sign, note, options);
  page.addEventListener('pointermove', recordIfMoved, options);
  page.addEventListener('visibilitychange', recordIfShown);
  frame.addEventListener('focus', note);
  return () => {
    forget();
    for (const sign of SIGNS) page.removeEventListener(sign, note, options);
    page.removeEventListener('pointermove', recordIfMoved, options);
    page.removeEventListener('visibilitychange', recordIfShown);
    frame.removeEventListener('focus', note);
  };
}

/**
 * Browsers also report a pointer move when the page changes under it: only another screen position counts.
 */
function toPointerWatch(note: () => void): (event: Event) => void {
  let last: string | undefined;
  return (event) => {
    const place = `${Reflect.get(event, 'screenX')} ${Reflect.get(event, 'screenY')}`;
    const hasMoved = last !== undefined && place !== last;
    last = place;
    if (hasMoved) note();
  };
}
