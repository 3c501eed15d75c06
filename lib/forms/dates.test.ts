import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isRealDate, toLocalTime, withOffset } from './dates';

const MACHINE_ZONES = ['Pacific/Auckland', 'America/Los_Angeles', 'UTC'];
const ownZone = process.env.TZ;

afterEach(() => {
  // Assigning undefined would set the text "undefined".
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

describe('a date is a calendar day', () => {
  it.each(['2026-03-31', '2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isRealDate(text)).toBe(true);
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0026-01-01',
    '0000-00-00',
    '275760-01-01',
    '2026-1-1',
    '31.03.2026',
    '2026-03-31T00:00',
    'infinity',
    '',
  ])('refuses %j', (text) => {
    expect(isRealDate(text)).toBe(false);
  });
});

describe.each(MACHINE_ZONES)('on a machine in %s', (machine) => {
  it.each([
    ['2026-07-01T09:30', 'Europe/Berlin', '2026-07-01T09:30:00+02:00'],
    ['2026-01-01T09:30', 'Europe/Berlin', '2026-01-01T09:30:00+01:00'],
    ['2026-01-01T00:00', 'Pacific/Auckland', '2026-01-01T00:00:00+13:00'],
    ['2026-07-01T23:59:59', 'America/Los_Angeles', '2026-07-01T23:59:59-07:00'],
    ['2026-07-01T09:30', 'Asia/Kathmandu', '2026-07-01T09:30:00+05:45'],
    ['2026-07-01T09:30:00.25', 'UTC', '2026-07-01T09:30:00.250+00:00'],
    ['2026-07-01T09:30', 'Not/A_Zone', '2026-07-01T09:30:00+00:00'],
  ])('%s in %s is %s', (local, zone, iso) => {
    process.env.TZ = machine;
    expect(withOffset(local, zone)).toEqual({ ok: true, iso });
  });

  it('reports a time the clocks skip, instead of moving it', () => {
    process.env.TZ = machine;
    expect(withOffset('2026-03-29T02:30', 'Europe/Berlin')).toEqual({ ok: false, reason: 'skipped' });
    expect(withOffset('2026-03-08T02:30', 'America/Los_Angeles')).toEqual({ ok: false, reason: 'skipped' });
  });

  it('uses the first of two equal times', () => {
    process.env.TZ = machine;
    expect(withOffset('2026-10-25T02:30', 'Europe/Berlin')).toEqual({
      ok: true,
      iso: '2026-10-25T02:30:00+02:00',
    });
  });

  it('shows an instant as wall time in the person’s time zone', () => {
    process.env.TZ = machine;
    expect(toLocalTime('2026-07-01T07:30:00Z', 'Europe/Berlin')).toBe('2026-07-01T09:30');
    expect(toLocalTime('2026-07-01T07:30:15.5Z', 'Europe/Berlin')).toBe('2026-07-01T09:30:15');
    expect(toLocalTime('some day', 'Europe/Berlin')).toBe('some day');
  });
});

it.each(['', '2026-07-01', '2026-02-30T10:00', '2026-07-01T24:00', '2026-07-01T10:60', 'x'])(
  '%j is not a time',
  (text) => {
    expect(withOffset(text, 'UTC')).toEqual({ ok: false, reason: 'wrong' });
  },
);

it('an instant survives formatting and parsing, to the second, except in the hour that occurs twice', () => {
  const moment = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const zone = fc.constantFrom(
    'Pacific/Auckland',
    'America/Los_Angeles',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'UTC',
  );
  fc.assert(
    fc.property(moment, zone, (date, timeZone) => {
      const local = toLocalTime(date.toISOString(), timeZone);
      const again = withOffset(local, timeZone);
      expect(again.ok).toBe(true);
      const shown = Math.floor(date.getTime() / 1000) * 1000;
      const shift = again.ok ? shown - Date.parse(again.iso) : Number.NaN;
      expect([0, 1_800_000, 3_600_000]).toContain(shift);
    }),
  );
});
