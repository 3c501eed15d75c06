import { expect, it } from 'vitest';
import { toDayPresets } from './day-presets';

it('the days to choose from end today, where the person is', () => {
  const now = new Date('2026-03-01T02:00:00Z');
  const from = (zone: string) =>
    Object.fromEntries(toDayPresets(now, zone).map((one) => [one.name, one.from]));
  expect(from('UTC')).toEqual({
    today: '2026-03-01',
    week: '2026-02-23',
    month: '2026-01-31',
    quarter: '2025-12-02',
    year: '2026-01-01',
  });
  expect(from('America/New_York').today).toBe('2026-02-28');
});
