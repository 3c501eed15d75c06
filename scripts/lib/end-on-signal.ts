/**
 * Ctrl+C and SIGTERM end the process by its own hand: what it started is ended on exit, which a signal alone skips.
 *
 * @param before what must end before this process does
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
