import { expect, it } from 'vitest';
import { type Timing, watchIdle } from './idle-watcher';

const MINUTE = 60_000;

/** A clock that only moves on command. */
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
  const page = Object.assign(new EventTarget(), { hidden: false });
  const frame = new EventTarget();
  const timing = handClock();
  const told: boolean[] = [];
  const stop = watchIdle((attended) => told.push(attended), { page, frame, timing });
  return {
    told,
    stop,
    pass: timing.pass,
    touch: (sign: string) => page.dispatchEvent(new Event(sign)),
    movePointer: (screenX: number, screenY: number) =>
      page.dispatchEvent(Object.assign(new Event('pointermove'), { screenX, screenY })),
    focusWindow: () => frame.dispatchEvent(new Event('focus')),
    show: (isShown: boolean) => {
      page.hidden = !isShown;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

it('a page unused for 25 minutes rests, and continues at the next input', () => {
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

it.each(['keydown', 'pointerdown', 'wheel', 'touchstart', 'touchmove'])('%s counts as activity', (sign) => {
  const { told, touch, pass } = watch();
  pass(20 * MINUTE);
  touch(sign);
  pass(20 * MINUTE);
  expect(told).toEqual([]);
  pass(5 * MINUTE);
  expect(told).toEqual([false]);
});

it('a moving pointer counts too', () => {
  const { told, movePointer, pass } = watch();
  movePointer(10, 10);
  pass(25 * MINUTE);
  movePointer(10, 11);
  expect(told).toEqual([false, true]);
});

it('a still pointer over a changing page does not', () => {
  const { told, movePointer, pass } = watch();
  movePointer(10, 10);
  pass(24 * MINUTE);
  movePointer(10, 10);
  pass(MINUTE);
  movePointer(10, 10);
  expect(told).toEqual([false]);
});

it('a window that receives the focus wakes the page', () => {
  const { told, focusWindow, pass } = watch();
  pass(25 * MINUTE);
  focusWindow();
  expect(told).toEqual([false, true]);
});

it('a tab that is shown again wakes the page, one that is hidden does not', () => {
  const { told, show, pass } = watch();
  pass(25 * MINUTE);
  show(false);
  expect(told).toEqual([false]);
  show(true);
  expect(told).toEqual([false, true]);
});

it.each(['scroll', 'online'])('%s can happen without a person, and does not count', (event) => {
  const { told, touch, pass } = watch();
  pass(25 * MINUTE);
  touch(event);
  expect(told).toEqual([false]);
});

it('stops after it was ended', () => {
  const { told, touch, pass, stop } = watch();
  stop();
  pass(60 * MINUTE);
  touch('keydown');
  expect(told).toEqual([]);
});
