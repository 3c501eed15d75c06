import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { abortAfter } from './abort-after';

it('aborts after its time, also if garbage was collected meanwhile, and with another signal', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const { signal } = new AbortController();
  const late = Array.from({ length: 50 }, () => abortAfter(50, signal));
  collectGarbage();
  await expect.poll(() => late.filter(({ aborted }) => aborted).length).toBe(50);

  const stopped = new AbortController();
  const one = abortAfter(60_000, stopped.signal);
  expect(one.aborted).toBe(false);
  stopped.abort(new Error('stopped'));
  expect(one.reason).toEqual(new Error('stopped'));
  expect(abortAfter(60_000, stopped.signal).aborted).toBe(true);
});
