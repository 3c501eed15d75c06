import { expect, it } from 'vitest';
import { POLL_MS, pauseAfter } from './schedule';

it('polls every 30 seconds without failures', () => {
  expect(pauseAfter({ failures: 0, random: 0.9 })).toBe(POLL_MS);
});

it('waits longer with every failure, up to five minutes, never less than half of it', () => {
  const longest = [1, 2, 3, 4, 5, 50].map((failures) => pauseAfter({ failures, random: 1 }));
  expect(longest).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
  expect(pauseAfter({ failures: 2, random: 0 })).toBe(30_000);
});
