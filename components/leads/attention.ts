/** What a person does to a page; moving the mouse over it is not meant by it. */
const SIGNS = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

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

/**
 * Calls `changed` with false when nobody has touched the page for long, and with true at the first touch after that.
 * Starts attended. Returns what ends it.
 */
export function watchAttention(
  changed: (attended: boolean) => void,
  { page = document, timing = TIMING }: { page?: EventTarget; timing?: Timing } = {},
): () => void {
  let attended = true;
  let lastSign = timing.now();
  let forget = timing.later(look, UNATTENDED_MS);
  // Looks once in a while instead of beginning to wait anew at every key.
  function look() {
    const left = lastSign + UNATTENDED_MS - timing.now();
    if (left > 0) {
      forget = timing.later(look, left);
      return;
    }
    attended = false;
    changed(false);
  }
  function note() {
    lastSign = timing.now();
    if (attended) return;
    attended = true;
    forget = timing.later(look, UNATTENDED_MS);
    changed(true);
  }
  const options = { capture: true, passive: true };
  for (const sign of SIGNS) page.addEventListener(sign, note, options);
  return () => {
    forget();
    for (const sign of SIGNS) page.removeEventListener(sign, note, options);
  };
}
