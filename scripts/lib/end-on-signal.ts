/** Ctrl+C and SIGTERM end the process by its own hand: what it started is ended on exit, which a signal alone skips. */
export function endOnSignal(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
}
