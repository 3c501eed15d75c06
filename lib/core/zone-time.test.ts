import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { isTimeZone, listTimeZones, nextHourIn } from './zone-time';

const next = (zone: string, after: string, hour = 8) =>
  nextHourIn(zone, { hour, after: new Date(after) }).toISOString();

describe('the next hour in a time zone', () => {
  it.each([
    ['UTC', '2026-03-02T07:59:59.999Z', '2026-03-02T08:00:00.000Z'],
    ['UTC', '2026-03-02T08:00:00.000Z', '2026-03-03T08:00:00.000Z'],
    ['Europe/Berlin', '2026-01-05T06:00:00Z', '2026-01-05T07:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-05T00:00:00Z', '2026-01-05T02:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-05T17:00:00Z', '2026-01-05T18:00:00.000Z'],
    ['America/Los_Angeles', '2026-01-05T16:30:00Z', '2026-01-06T16:00:00.000Z'],
    ['Asia/Tokyo', '2026-12-31T23:30:00Z', '2027-01-01T23:00:00.000Z'],
  ])('in %s after %s is %s', (zone, after, expected) => {
    expect(next(zone, after)).toBe(expected);
  });

  it('stays at eight when clocks change', () => {
    expect(next('Europe/Berlin', '2026-03-28T07:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(next('Europe/Berlin', '2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(next('Australia/Lord_Howe', '2026-04-04T00:00:00Z')).toBe('2026-04-04T21:30:00.000Z');
  });

  it('moves an hour that the day skips, and takes the first of one that it has twice', () => {
    expect(next('Europe/Berlin', '2026-03-28T23:00:00Z', 2)).toBe('2026-03-29T01:00:00.000Z');
    expect(next('Europe/Berlin', '2026-10-24T22:30:00Z', 2)).toBe('2026-10-25T00:00:00.000Z');
  });

  it('is later, at most two days later, and shows that hour, for any moment and zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const moment = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, after) => {
        const found = nextHourIn(zone, { hour: 8, after });
        const waitMs = found.getTime() - after.getTime();
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThan(48 * 3_600_000);
        const shown = new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
        }).format(found);
        expect(shown).toBe('08:00:00');
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('%j: %s', (zone, known) => {
    expect(isTimeZone(zone)).toBe(known);
  });

  it('can be chosen if it is one, and UTC, each once', () => {
    const zones = listTimeZones();
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
    expect(zones).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Asia/Tokyo']));
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones).toEqual(expect.arrayContaining(['Europe/Kyiv', 'Asia/Kolkata', 'Asia/Ho_Chi_Minh']));
    expect(zones).not.toContain('Asia/Calcutta');
  });
});
