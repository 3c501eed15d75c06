/**
 * Ctrl+C and SIGTERM call `process.exit`, because exit handlers stop what it started and a plain signal skips them.
 *
 * A second signal changes nothing: Ctrl+C reaches this process directly and through the one that started it.
 *
 * @param before what must stop before this process does
 */
export function endOnSignal(before: () => Promise<void> = async () => {}): void {
  let isEnding = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      before().finally(() => process.exit(code));
    });
  }
}
