import 'server-only';
import { log } from '@/lib/core/log';
import { throttleLog } from '@/lib/core/throttle-log';
import { framesOf } from './request-error';

const EVERY_MS = 60_000;

/**
 * Has what libraries print of their own accord written down as one line of the log a minute at most, with how often
 * and by which code, and without their words: those quote requests, and whoever is signed out can make them come. What
 * broke a request has a line of its own (`request.failed`).
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

/** Where the error that was printed was made; if none was, where it was printed. */
function placeOf(printed: unknown[]): string[] {
  return framesOf(printed.find((one) => one instanceof Error) ?? new Error());
}
