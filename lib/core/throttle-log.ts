import 'server-only';

/**
 * Logs an event that strangers can trigger at will without filling the disk: immediately, and then at most
 * every `everyMs` milliseconds, with the number of events since the last entry.
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
