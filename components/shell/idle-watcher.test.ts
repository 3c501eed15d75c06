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
  const reports: boolean[] = [];
  const stop = watchIdle((attended) => reports.push(attended), { page, frame, timing });
  return {
    reports,
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
  const { reports, touch, pass } = watch();
  pass(25 * MINUTE - 1);
  expect(reports).toEqual([]);
  pass(1);
  expect(reports).toEqual([false]);
  touch('pointerdown');
  expect(reports).toEqual([false, true]);
  pass(25 * MINUTE);
  expect(reports).toEqual([false, true, false]);
});

it.each(['keydown', 'pointerdown', 'wheel', 'touchstart', 'touchmove'])('%s counts as activity', (sign) => {
  const { reports, touch, pass } = watch();
  pass(20 * MINUTE);
  touch(sign);
  pass(20 * MINUTE);
  expect(reports).toEqual([]);
  pass(5 * MINUTE);
  expect(reports).toEqual([false]);
});

it('a moving pointer counts too', () => {
  const { reports, movePointer, pass } = watch();
  movePointer(10, 10);
  pass(25 * MINUTE);
  movePointer(10, 11);
  expect(reports).toEqual([false, true]);
});

it('a still pointer over a changing page does not', () => {
  const { reports, movePointer, pass } = watch();
  movePointer(10, 10);
  pass(24 * MINUTE);
  movePointer(10, 10);
  pass(MINUTE);
  movePointer(10, 10);
  expect(reports).toEqual([false]);
});

it('a window that receives the focus wakes the page', () => {
  const { reports, focusWindow, pass } = watch();
  pass(25 * MINUTE);
  focusWindow();
  expect(reports).toEqual([false, true]);
});

it('a tab that is shown again wakes the page, one that is hidden does not', () => {
  const { reports, show, pass } = watch();
  pass(25 * MINUTE);
  show(false);
  expect(reports).toEqual([false]);
  show(true);
  expect(reports).toEqual([false, true]);
});

it.each(['scroll', 'online'])('%s can happen without a person, and does not count', (event) => {
  const { reports, touch, pass } = watch();
  pass(25 * MINUTE);
  touch(event);
  expect(reports).toEqual([false]);
});

it('stops after it was ended', () => {
  const { reports, touch, pass, stop } = watch();
  stop();
  pass(60 * MINUTE);
  touch('keydown');
  expect(reports).toEqual([]);
});
