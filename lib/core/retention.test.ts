import { describe, expect, it } from 'vitest';
import { isShorter, oldestRetained, RETENTION_CHOICES, RETENTION_KINDS, USUAL_RETENTION } from './retention';

describe('how long rows are retained', () => {
  it('is usually one of what can be chosen', () => {
    for (const kind of RETENTION_KINDS) expect(RETENTION_CHOICES[kind]).toContain(USUAL_RETENTION[kind]);
  });

  it.each([
    [30, 60, true],
    [60, 60, false],
    [90, 60, false],
    [3650, 'forever', true],
    ['forever', 365, false],
    ['forever', 'forever', false],
  ] as const)('%s in place of %s deletes more: %s', (next, before, expected) => {
    expect(isShorter(next, before)).toBe(expected);
  });

  it('counts days back from now, and nothing is too old if it is retained forever', () => {
    const now = new Date('2026-03-31T12:00:00Z');
    expect(oldestRetained(30, now)).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect(oldestRetained('forever', now)).toBeUndefined();
  });
});
