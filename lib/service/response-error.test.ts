import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRetryAfter } from './response-error';

const now = new Date('2026-03-01T10:00:00Z');

it.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  ['1.5', 1_500],
  ['0', 500],
  ['86400', 900_000],
  ['Sun, 01 Mar 2026 10:00:20 GMT', 20_000],
  ['Sun, 01 Mar 2026 09:59:00 GMT', 500],
  ['Mon, 02 Mar 2026 10:00:00 GMT', 900_000],
  ['Sunday, 01-Mar-26 10:00:20 GMT', 20_000],
  ['Sun Mar  1 10:00:20 2026', 20_000],
  ['-1', undefined],
  ['abc', undefined],
  ['abc 1', undefined],
  ['Sun, 99 Foo 2026 10:00:00 GMT', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After %j means %j ms', (header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms);
});

it('is always within 0.5 s and 15 min, for any input', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.double().map(String),
        fc.integer().map(String),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      (header) => {
        const ms = parseRetryAfter(header, now);
        if (ms === undefined) return;
        expect(ms).toBeGreaterThanOrEqual(500);
        expect(ms).toBeLessThanOrEqual(900_000);
      },
    ),
  );
});

it('is the requested time, if within the limits, in every form', () => {
  const inTime = fc.integer({ min: 1, max: 900 });
  const forms = fc.constantFrom(
    (_at: Date, seconds: number) => `${seconds}`,
    (at: Date) => at.toUTCString(),
    (at: Date) => at.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (.+) GMT$/, '$1 $3 $2 $5 $4'),
  );
  fc.assert(
    fc.property(inTime, forms, (seconds, form) => {
      const header = form(new Date(now.getTime() + seconds * 1000), seconds);
      expect(parseRetryAfter(header, now)).toBe(seconds * 1000);
    }),
  );
});
