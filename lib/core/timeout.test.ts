import { expect, it } from 'vitest';
import { withTimeout } from './timeout';

const never = new Promise<string>(() => {});

it('is the result of the work in time', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1_000, () => 'late')).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, () => 'late')).rejects.toThrow(
    'broken',
  );
});

it('is the caller’s fallback after the timeout', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late');
  const fail = () => {
    throw new Error('late');
  };
  await expect(withTimeout(never, 1, fail)).rejects.toThrow('late');
});
