import { expect, it } from 'vitest';
import { getStreamPosition, readStreamPosition } from './position';

it('is a moment of this process', () => {
  const before = performance.now();
  const moment = readStreamPosition(getStreamPosition());
  expect(moment).toBeGreaterThanOrEqual(before);
  expect(moment).toBeLessThanOrEqual(performance.now());
});

it.each([
  ['nothing', null],
  ['a moment of another process', 'AAAAAAAAAAAA.12'],
  ['a moment alone', '12'],
  ['an endless one', getStreamPosition().replace(/\..*/, '.Infinity')],
  ['one that is no number', getStreamPosition().replace(/\..*/, '.x')],
])('is undefined for %s', (_, position) => {
  expect(readStreamPosition(position)).toBeUndefined();
});
