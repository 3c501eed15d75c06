import 'server-only';
import { log, throttleLog } from '@/lib/core/log';
import { framesOf } from './request-error';

const EVERY_MS = 60_000;

/**
 * Redirects the console output of libraries to the log, as one line a minute at most, with count and code,
 * and without the text: it quotes requests, and unauthenticated clients can trigger it. An error that fails a
 * request has its own line (`request.failed`).
 */
export function takeOverConsole(): void {
  for (const level of ['warn', 'error'] as const) {
    let printed: unknown[] = [];
    const note = throttleLog(
      (count) => log().warn('console.printed', { level, count, stack: placeOf(printed) }),
      {
        everyMs: EVERY_MS,
      },
    );
    console[level] = (...args: unknown[]) => {
      printed = args;
      note(new Date());
      printed = [];
    };
  }
}

/** Where the printed error was created; without an error, where it was printed. */
function placeOf(printed: unknown[]): string[] {
  return framesOf(printed.find((one) => one instanceof Error) ?? new Error());
}
