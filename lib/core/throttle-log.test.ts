import { expect, it } from 'vitest';
import { throttleLog } from './throttle-log';

function telling() {
  const told: number[] = [];
  const happen = throttleLog((count) => told.push(count), { everyMs: 1_000 });
  return { told, at: (ms: number) => happen(new Date(ms)) };
}

it('logs the first time immediately', () => {
  const { told, at } = telling();
  at(5);
  expect(told).toEqual([1]);
});

it('logs a thousand times in one second once, and their number with the next', () => {
  const { told, at } = telling();
  for (let n = 0; n < 1_000; n += 1) at(n);
  expect(told).toEqual([1]);
  at(1_000);
  expect(told).toEqual([1, 1_000]);
});

it('is not silenced by a clock that was set back', () => {
  const { told, at } = telling();
  at(1_000_000);
  at(10);
  expect(told).toEqual([1, 1]);
});
