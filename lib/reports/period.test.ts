import { describe, expect, it } from 'vitest';
import { DEFAULT_WEEKS, parseReportQuery, toPeriod } from './period';

describe('the period of a report', () => {
  it('is the last weeks with the current one, compared with as many days before', () => {
    expect(toPeriod(4, new Date('2026-11-25T23:59:00Z'))).toEqual({
      weeks: 4,
      at: new Date('2026-11-25T23:59:00Z'),
      now: { from: '2026-11-02', to: '2026-11-25' },
      counted: { from: '2026-11-02', to: '2026-11-29' },
      before: { from: '2026-10-05', to: '2026-10-28' },
      isLongest: false,
      beforeInFull: { from: '2026-10-05', to: '2026-11-01' },
      bars: [
        { from: '2026-11-02', to: '2026-11-08' },
        { from: '2026-11-09', to: '2026-11-15' },
        { from: '2026-11-16', to: '2026-11-22' },
        { from: '2026-11-23', to: '2026-11-29' },
      ],
    });
  });

  it.each([
    ['2026-11-23T00:00:00Z', '2026-11-02'],
    ['2026-11-29T23:59:59Z', '2026-11-02'],
    ['2026-11-30T00:00:00Z', '2026-11-09'],
  ])('begins on a Monday: at %s on %s', (now, from) => {
    expect(toPeriod(4, new Date(now)).now.from).toBe(from);
  });

  it('draws a year as thirteen bars of four weeks', () => {
    const { bars, now } = toPeriod(52, new Date('2026-11-25T00:00:00Z'));
    expect(bars).toHaveLength(13);
    expect(bars[0]?.from).toBe(now.from);
    expect(bars.at(-1)).toEqual({ from: '2026-11-02', to: '2026-11-29' });
  });
});

describe('the address of a report', () => {
  it.each([
    [{ weeks: '26' }, 26],
    [{ weeks: '27' }, DEFAULT_WEEKS],
    [{ weeks: ['4', '12'] }, 4],
    [{}, DEFAULT_WEEKS],
    [{ weeks: 'x' }, DEFAULT_WEEKS],
  ])('%o is of %i weeks', (params, weeks) => expect(parseReportQuery(params).weeks).toBe(weeks));
});
