/**
 * Begins after the current task, unless the signal comes first: what an effect of every page does must not make the
 * page take longer until it can be used.
 */
export function inOwnTask(begin: () => void, signal: AbortSignal): void {
  const timer = setTimeout(begin);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
