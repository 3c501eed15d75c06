import 'server-only';

/**
 * Tells of something that strangers can make happen as often as they like, so that it cannot fill the disk: at
 * once, and then at most every `everyMs` milliseconds, with how often it happened since it was last told.
 */
export function throttleLog(
  tell: (count: number) => void,
  { everyMs }: { everyMs: number },
): (now: Date) => void {
  let count = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (now) => {
    count += 1;
    // A clock that was set back must not silence it.
    if (Math.abs(now.getTime() - toldAt) < everyMs) return;
    tell(count);
    toldAt = now.getTime();
    count = 0;
  };
}
