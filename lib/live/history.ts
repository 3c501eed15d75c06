import 'server-only';
import type { LiveMessage } from './message';

/** A page older than this is read again in any case, as one that polls would. */
const KEEP_MS = 30_000;
const LIMIT = 1_000;

export type History = {
  add(message: LiveMessage): void;
  /** Some messages were missed: nothing is known about the time before now. */
  forget(): void;
  /** All messages since `moment`, oldest first; undefined if some of them may be missing. */
  since(moment: number): LiveMessage[] | undefined;
};

/**
 * The latest messages of this process, so that a stream can begin where the read of its page did. `now` is a clock
 * in milliseconds that is never set.
 */
export function keepHistory(now: () => number = () => performance.now()): History {
  let recent: { at: number; message: LiveMessage }[] = [];
  let missedUntil = now();
  return {
    add: (message) => {
      recent.push({ at: now(), message });
      const dropped = recent.length > LIMIT ? recent.shift() : undefined;
      if (dropped) missedUntil = dropped.at;
    },
    forget: () => {
      recent = [];
      missedUntil = now();
    },
    since: (moment) => {
      const isKnown = moment > missedUntil && moment <= now() && now() - moment <= KEEP_MS;
      return isKnown ? recent.filter(({ at }) => at >= moment).map(({ message }) => message) : undefined;
    },
  };
}
