import { setImmediate } from 'node:timers/promises';

export type TestClock = {
  now(): Date;
  /** Resolves when the clock has been advanced that far. */
  wait(ms: number): Promise<void>;
  /** Advances the time and wakes waiters in order. */
  advance(ms: number): Promise<void>;
  /** Sets the clock back, as a correction does. Waiters keep waiting. */
  setBack(ms: number): void;
};

/** A clock that is stopped until advanced, so that no test sleeps. */
export function testClock(start = '2026-03-01T10:00:00Z'): TestClock {
  let at = Date.parse(start);
  let sleepers: { until: number; wake: () => void }[] = [];
  return {
    now: () => new Date(at),
    wait: (ms) => new Promise((wake) => sleepers.push({ until: at + ms, wake })),
    async advance(ms) {
      const end = at + ms;
      for (;;) {
        await setImmediate();
        const next = sleepers.filter(({ until }) => until <= end).sort((a, b) => a.until - b.until)[0];
        if (!next) break;
        sleepers = sleepers.filter((sleeper) => sleeper !== next);
        at = Math.max(at, next.until);
        next.wake();
      }
      at = end;
      await setImmediate();
    },
    setBack(ms) {
      at -= ms;
    },
  };
}

export const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
