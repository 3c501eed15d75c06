/**
 * The code that Next gives an error on the server: it reaches the browser with the error, and the server's log
 * names it. Other errors, such as a lost connection, have none. Browser-safe.
 */
export function digestOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('digest' in error)) return undefined;
  return typeof error.digest === 'string' ? error.digest : undefined;
}
