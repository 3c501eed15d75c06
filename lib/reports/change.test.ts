import { describe, expect, it } from 'vitest';
import { toChanges } from './change';
import type { Figures } from './figures';

const figures = (some: Partial<Figures>): Figures => ({
  submitted: 0,
  value: 0,
  open: 0,
  won: 0,
  lost: 0,
  other: 0,
  ...some,
});
const changesOf = (now: Partial<Figures>, before: Partial<Figures>, answers = { count: 0, countBefore: 0 }) =>
  toChanges({ now: figures(now), before: figures(before), answers });

describe('change against the period before', () => {
  it('is in percent for what is counted or added up', () => {
    expect(changesOf({ submitted: 28, value: 1500 }, { submitted: 25, value: 3000 })).toMatchObject({
      submitted: { way: 'up', by: 12 },
      value: { way: 'down', by: 50 },
    });
  });

  it('is in points for a rate', () => {
    const before = { submitted: 10, won: 5, lost: 5, winRate: 50 };
    expect(changesOf({ submitted: 10, won: 3, lost: 7, winRate: 30 }, before).winRate).toEqual({
      way: 'down',
      by: 20,
    });
  });

  it('is less than everything as long as something is left', () => {
    expect(changesOf({ submitted: 9, value: 1 }, { submitted: 9, value: 1e6 }).value).toEqual({
      way: 'down',
      by: 99,
    });
    expect(changesOf({ submitted: 9 }, { submitted: 9, value: 1e6 }).value).toEqual({ way: 'down', by: 100 });
  });

  it('is none where it rounds to nothing', () => {
    expect(changesOf({ submitted: 1001 }, { submitted: 1000 }).submitted).toEqual({ way: 'same', by: 0 });
  });

  it('compares medians', () => {
    const answers = { count: 9, median: 3_600_000, countBefore: 9, medianBefore: 7_200_000 };
    expect(changesOf({ submitted: 9 }, { submitted: 9 }, answers).median).toEqual({ way: 'down', by: 50 });
  });

  it.each([
    { why: 'nothing before', now: { submitted: 10 }, before: {} },
    { why: 'a handful before', now: { submitted: 10 }, before: { submitted: 4 } },
  ])('says nothing with $why', ({ now, before }) => {
    expect(changesOf(now, before)).toEqual({});
  });

  it('says nothing about a rate of few decided leads, or a value that was zero', () => {
    const before = { submitted: 9, won: 2, lost: 2, winRate: 50, value: 0 };
    const now = { submitted: 9, won: 9, lost: 0, winRate: 100, value: 10 };
    expect(changesOf(now, before)).toMatchObject({ winRate: undefined, value: undefined });
  });

  it('never writes an infinite percentage', () => {
    const changes = changesOf({ submitted: 9, value: Number.MAX_VALUE }, { submitted: 9, value: 1e-9 });
    expect(changes.value).toBeUndefined();
  });
});
