/**
 * Ctrl+C and SIGTERM call `process.exit`, because exit handlers stop what it started and a plain signal skips them.
 *
 * @param before what must stop before this process does
 */
export function endOnSignal(before: () => Promise<void> = async () => {}): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      before().finally(() => process.exit(code));
    });
  }
}
