import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MIN_SIMILARITY, similarity, toBands } from './similar';

const names = fc.stringMatching(/^[a-z]{2,20}$/);
const share = (one: string, other: string) => {
  const bands = new Set(toBands(other));
  return toBands(one).some((band) => bands.has(band));
};

it('is 1 for the same name, the same in both directions, and never beyond', () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(similarity(one, one)).toBe(1);
      expect(similarity(one, other)).toBe(similarity(other, one));
      expect(similarity(one, other)).toBeGreaterThanOrEqual(0);
      expect(similarity(one, other)).toBeLessThanOrEqual(1);
    }),
  );
});

it.each([
  ['nordwindlogistik', 'nordwindlogistics'],
  ['nordwindlogistik', 'nordwinlogistik'],
  ['alderlogistics', 'alderlogistic'],
  ['東京商事商会', '東京商事商館'],
])('%s is similar to %s, and has a band in common', (one, other) => {
  expect(similarity(one, other)).toBeGreaterThanOrEqual(MIN_SIMILARITY);
  expect(share(one, other)).toBe(true);
});

it.each([
  ['nordwind', 'suedwind'],
  ['acme', 'apex'],
])('%s is not similar to %s', (one, other) => expect(similarity(one, other)).toBeLessThan(MIN_SIMILARITY));

it('finds nearly all names with a typing error by a common band', () => {
  // The same names each time, so that a share of them can be expected.
  const sample = fc.sample(fc.tuple(fc.stringMatching(/^[a-z]{10,20}$/), fc.nat({ max: 9 })), {
    numRuns: 500,
    seed: 7,
  });
  const near = sample
    .map(([name, place]) => [name, `${name.slice(0, place)}${name.slice(place + 1)}`] as const)
    .filter(([name, typed]) => similarity(name, typed) >= MIN_SIMILARITY);
  const found = near.filter(([name, typed]) => share(name, typed));
  expect(near.length).toBeGreaterThan(400);
  expect(found.length / near.length).toBeGreaterThan(0.95);
});

it('are whole numbers that a column of 32 bits holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (key) => {
      for (const band of toBands(key)) expect(band | 0).toBe(band);
    }),
  );
});
