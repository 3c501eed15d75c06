import { expect, it } from 'vitest';
import { type Timing, watchAttention } from './attention';

const MINUTE = 60_000;

/** A clock that stands still until it is moved. */
function handClock(): Timing & { pass(ms: number): void } {
  let time = 0;
  let waiting: { at: number; call: () => void }[] = [];
  return {
    now: () => time,
    later: (call, ms) => {
      const entry = { at: time + ms, call };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    pass: (ms) => {
      time += ms;
      const due = waiting.filter(({ at }) => at <= time);
      waiting = waiting.filter(({ at }) => at > time);
      for (const { call } of due) call();
    },
  };
}

function watch() {
  const page = new EventTarget();
  const timing = handClock();
  const told: boolean[] = [];
  const stop = watchAttention((attended) => told.push(attended), { page, timing });
  return { told, stop, pass: timing.pass, touch: (sign: string) => page.dispatchEvent(new Event(sign)) };
}

it('a page that nobody touches for 25 minutes is left alone, and goes on at the next touch', () => {
  const { told, touch, pass } = watch();
  pass(25 * MINUTE - 1);
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual([false]);
  touch('pointerdown');
  expect(told).toEqual([false, true]);
  pass(25 * MINUTE);
  expect(told).toEqual([false, true, false]);
});

it.each(['keydown', 'pointerdown', 'wheel', 'touchmove'])('%s says that somebody is there', (sign) => {
  const { told, touch, pass } = watch();
  pass(20 * MINUTE);
  touch(sign);
  pass(20 * MINUTE);
  expect(told).toEqual([]);
  pass(5 * MINUTE);
  expect(told).toEqual([false]);
});

it('moving the mouse over it does not', () => {
  const { told, touch, pass } = watch();
  pass(24 * MINUTE);
  touch('mousemove');
  pass(MINUTE);
  expect(told).toEqual([false]);
});

it('says nothing once it was ended', () => {
  const { told, touch, pass, stop } = watch();
  stop();
  pass(60 * MINUTE);
  touch('keydown');
  expect(told).toEqual([]);
});
