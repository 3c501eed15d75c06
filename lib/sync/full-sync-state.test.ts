import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markPage, type SeenPage } from './full-sync-state';

/** Reads pages until one repeats; returns how many that took, or undefined if none does. */
function readUntilMet(pageAt: (index: number) => SeenPage, most: number): number | undefined {
  let mark: string | null = null;
  for (let count = 0; count < most; count += 1) {
    const next = markPage(pageAt(count), { count, mark });
    if (next === undefined) return count + 1;
    mark = next;
  }
  return undefined;
}

const MAX_PAGES = 2_000;
const length = fc.integer({ min: 0, max: 200 });

describe('a list whose pages go round in circles', () => {
  it('is noticed after at most three times its pages, wherever the circle begins and however long it is', () => {
    fc.assert(
      fc.property(length, fc.integer({ min: 1, max: 200 }), (before, circle) => {
        const name = (index: number) => (index < before ? index : before + ((index - before) % circle));
        const took = readUntilMet((index) => ({ ids: [`${name(index)}`], next: `${index}` }), MAX_PAGES);
        expect(took).toBeLessThanOrEqual(3 * (before + circle) + 1);
        expect(took).toBeGreaterThan(before + circle);
      }),
    );
  });

  it('is noticed by the names of its pages too, when the leads on them change all the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (circle) => {
        const pageAt = (index: number) => ({ ids: [`lead ${index}`], next: `page ${index % circle}` });
        expect(readUntilMet(pageAt, MAX_PAGES)).toBeLessThanOrEqual(3 * circle + 1);
      }),
    );
  });
});

describe('a list that ends', () => {
  it('is never treated as one that goes round in circles', () => {
    const pageAt = (index: number) => ({ ids: [`lead ${index}`], next: `page ${index}` });
    expect(readUntilMet(pageAt, MAX_PAGES)).toBeUndefined();
  });

  it('may have many pages without leads', () => {
    expect(readUntilMet((index) => ({ ids: [], next: `page ${index}` }), MAX_PAGES)).toBeUndefined();
  });
});
