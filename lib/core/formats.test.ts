import { describe, expect, it } from 'vitest';
import { agoText, inLargestUnit } from './ago';
import { formatsFor } from './formats';

const at = '2026-03-12T13:03:12Z';

describe('an instant', () => {
  it.each([
    ['Europe/Berlin', 'Mar 12, 2026, 2:03 PM GMT+1'],
    ['Pacific/Auckland', 'Mar 13, 2026, 2:03 AM GMT+13'],
    ['America/Los_Angeles', 'Mar 12, 2026, 6:03 AM PDT'],
  ])('is absolute, in the person’s time zone in %s, and names it', (zone, text) => {
    expect(formatsFor('en', zone).moment(at)).toEqual({ iso: at, text, ago: undefined });
  });

  it.each([
    ['de', '01:32 UTC', '01:32:06 UTC', '01:32:06'],
    ['ja', '1:32 UTC', '1:32:06 UTC', '1:32:06'],
    ['en', '1:32 AM UTC', '1:32:06 AM UTC', '1:32:06 AM'],
  ])('has one kind of clock in %s, with seconds and without', (locale, minute, second, clock) => {
    const formats = formatsFor(locale, 'UTC');
    const early = '2026-03-12T01:32:06Z';
    expect(formats.moment(early).text.endsWith(minute)).toBe(true);
    expect(formats.preciseMoment(early).text.endsWith(second)).toBe(true);
    expect(formats.clock(early)).toBe(clock);
  });

  it('also shows how long ago it was', () => {
    const now = new Date('2026-03-12T13:03:24Z');
    expect(formatsFor('en', 'UTC').moment(at, now).ago).toBe('12 seconds ago');
  });
});

describe('a calendar day', () => {
  it.each(['Pacific/Auckland', 'America/Los_Angeles'])('is the same day in %s', (zone) => {
    expect(formatsFor('en', zone).day('2026-03-01')).toBe('Mar 1, 2026');
  });

  it('that is invalid is shown verbatim', () => {
    expect(formatsFor('en', 'UTC').day('next week')).toBe('next week');
  });
});

describe('an amount', () => {
  const { money } = formatsFor('en', 'UTC');
  it.each([
    [12_000, 'EUR', '€12,000'],
    [12.5, 'EUR', '€12.50'],
    [1_200, 'JPY', '¥1,200'],
    [1_200, undefined, '1,200'],
    [1_200, 'Euro', '1,200 Euro'],
  ])('of %s in %s reads %s', (value, currency, text) => {
    expect(money(value, currency)).toBe(text);
  });

  it('can be aligned in a column, or shortened', () => {
    expect(money(12_000, 'EUR', 'always')).toBe('€12,000.00');
    expect(money(193_751.5, 'EUR', 'never')).toBe('€193,752');
    expect(money(0.5, undefined, 'never')).toBe('1');
  });

  it('of hundreds of digits is exact, or shortened', () => {
    expect(money(-Number.MAX_VALUE, 'EUR')).toBe('-€1.79769313486232E308');
    expect(money(-Number.MAX_VALUE, 'EUR', 'never')).toBe('-€1.79E308');
    expect(money(Number.MAX_VALUE, undefined, 'never')).toBe('1.79E308');
  });

  it.each([
    [1.7e308, '€1.7E308', '1.7E308'],
    [999_999_999_999_999, '€999,999,999,999,999', '999,999,999,999,999'],
    [5e-324, '€0', '0'],
    [-5e-324, '€0', '0'],
  ])('of %s stays short, and has no sign if it rounds to zero', (value, inEuro, bare) => {
    for (const cents of ['auto', 'never'] as const) {
      expect(money(value, 'EUR', cents)).toBe(inEuro);
      expect(money(value, undefined, cents)).toBe(bare);
    }
  });
});

it('a percentage is written as its language does', () => {
  expect(formatsFor('en', 'UTC').percent(12.5)).toBe('12.5%');
  expect(formatsFor('de', 'UTC').percent(12.5)).toBe('12,5\u00a0%');
});

describe('a duration', () => {
  it.each([
    [-5, 0, 'second'],
    [59.4, 59, 'second'],
    [7_300, 2, 'hour'],
    [86_400 * 3 + 10, 3, 'day'],
  ] as const)('of %s seconds is %s of %s', (seconds, amount, unit) => {
    expect(inLargestUnit(seconds)).toEqual([amount, unit]);
  });

  it.each([
    [-1, '<\u00a01\u00a0minute'],
    [30, '<\u00a01\u00a0minute'],
    [60, '1 minute'],
    [5_400, '1.5 hours'],
    [86_400, '1 day'],
    [86_400 * 1.84, '1.8 days'],
    [86_400 * 9.97, '10 days'],
    [86_400 * 18.4, '18 days'],
  ])('measured as %s seconds is %s', (seconds, text) => {
    expect(formatsFor('en', 'UTC').length(seconds * 1000)).toBe(text);
  });

  it('reads the same alone as in the past', () => {
    const now = new Date('2026-03-12T13:05:12Z');
    const { ago, duration } = formatsFor('en', 'UTC');
    expect([duration(at, now), ago(at, now)]).toEqual(['2 minutes', '2 minutes ago']);
  });

  it('is never in the future because of a clock ahead', () => {
    expect(agoText('en', -3)).toBe('now');
  });
});
