import { describe, expect, it } from 'vitest';
import { isWithin, listCauses, type Measured, mediansOf, type Run, toTable } from './lighthouse-verdict';

const PERFECT: Run = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  layoutShift: 0,
  largestPaint: 1000,
  blockingTime: 0,
  machine: 1500,
  failed: [],
};

const measured = (parts: Partial<Measured>): Measured => ({
  page: '/leads',
  person: 'Maya Lindqvist',
  formFactor: 'mobile',
  runs: [PERFECT],
  ...parts,
});

describe('the result of Lighthouse', () => {
  it('is the median of each figure by itself', () => {
    const runs = [
      { ...PERFECT, performance: 90, largestPaint: 2000, machine: 900 },
      { ...PERFECT, performance: 97, largestPaint: 9000 },
      { ...PERFECT, performance: 99, largestPaint: 3000 },
    ];
    expect(mediansOf(runs)).toMatchObject({ performance: 97, largestPaint: 3000, machine: 1500 });
  });

  it('may lose five points of performance on a phone, and none on a computer', () => {
    expect(isWithin({ ...PERFECT, performance: 95 }, 'mobile')).toBe(true);
    expect(isWithin({ ...PERFECT, performance: 94 }, 'mobile')).toBe(false);
    expect(isWithin({ ...PERFECT, performance: 99 }, 'desktop')).toBe(false);
  });

  it.each([
    ['accessibility', { accessibility: 99 }],
    ['best practices', { bestPractices: 96 }],
    ['layout shift', { layoutShift: 0.001 }],
  ])('may lose nothing in %s', (_what, scores) => {
    expect(isWithin({ ...PERFECT, ...scores }, 'mobile')).toBe(false);
  });

  it('is a row for each page and form factor, with its largest paint beside the baseline’s', () => {
    const [, baseline, page] = toTable(
      [
        measured({ page: '/accessibility', person: 'nobody' }),
        measured({ runs: [{ ...PERFECT, performance: 80, largestPaint: 2500 }] }),
      ],
      '/accessibility',
    );
    expect(baseline?.join(' ')).toBe('/accessibility nobody mobile 100 100 100 0.000 0 1000 1.00 1500 ok');
    expect(page?.join(' ')).toBe('/leads Maya Lindqvist mobile 80 100 100 0.000 0 2500 2.50 1500 MISSED');
  });

  it('names what cost points, only where the limits are missed', () => {
    const bad = { ...PERFECT, bestPractices: 96, failed: ['errors-in-console'] };
    const good = { ...PERFECT, performance: 98, failed: ['largest-contentful-paint'] };
    expect(listCauses([measured({ runs: [bad, bad, PERFECT] }), measured({ runs: [good] })])).toEqual([
      '/leads, Maya Lindqvist, mobile: errors-in-console (2 of 3)',
    ]);
  });
});
