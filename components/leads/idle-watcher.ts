/**
 * What only a person does to a page. Scrolling itself is not among them, for a list that changes scrolls by itself; the
 * wheel, finger, key or pointer that scrolls is. Nor is a network that comes back: where it comes and goes all night, a
 * page that was left open would keep its session alive.
 */
const SIGNS = ['keydown', 'pointerdown', 'wheel', 'touchstart', 'touchmove'] as const;

/**
 * After that long without a sign of its reader a page asks for nothing any more. Less than the half hour after which
 * an unused session ends: a page that is left open must not keep its session alive for ever.
 */
const UNATTENDED_MS = 25 * 60_000;

/** Time as it is told: `later` calls once, and returns what takes that back. */
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
  /** What receives the focus when the person comes back from another program. */
  frame?: EventTarget;
  timing?: Timing;
};

/**
 * Calls `changed` with false when nobody has touched the page for long, and with true at the first touch after that.
 * Starts attended. Returns what ends it.
 */
export function watchIdle(
  changed: (attended: boolean) => void,
  { page = document, frame = window, timing = TIMING }: Watched = {},
): () => void {
  let attended = true;
  let lastSign = timing.now();
  let forget = timing.later(checkIdle, UNATTENDED_MS);
  // Looks once in a while instead of beginning to wait anew at every key.
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
  const noteIfShown = () => {
    if (!page.hidden) note();
  };
  const noteIfMoved = toPointerWatch(note);
  const options = { capture: true, passive: true };
  for (const sign of SIGNS) page.addEventListener(sign, note, options);
  page.addEventListener('pointermove', noteIfMoved, options);
  page.addEventListener('visibilitychange', noteIfShown);
  frame.addEventListener('focus', note);
  return () => {
    forget();
    for (const sign of SIGNS) page.removeEventListener(sign, note, options);
    page.removeEventListener('pointermove', noteIfMoved, options);
    page.removeEventListener('visibilitychange', noteIfShown);
    frame.removeEventListener('focus', note);
  };
}

/** Browsers also report a pointer as moved when the page changes under it: only another place on the screen counts. */
function toPointerWatch(note: () => void): (event: Event) => void {
  let last: string | undefined;
  return (event) => {
    const place = `${Reflect.get(event, 'screenX')} ${Reflect.get(event, 'screenY')}`;
    const hasMoved = last !== undefined && place !== last;
    last = place;
    if (hasMoved) note();
  };
}
