import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { findDueMail, type Waiting } from './mail-plan';

/** Daily emails over the days around a change of clocks, as the job that looks for them plans them. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EVERY_MS = 15 * MINUTE_MS;
const DAYS = 5;

const ZONES = [
  ...['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo'],
  ...['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Pacific/Chatham'],
];
/** Some days before clocks change in London, New York and Lord Howe, and one when they do nowhere. */
const STARTS = [
  '2026-03-05',
  '2026-03-26',
  '2026-04-01',
  '2026-09-30',
  '2026-10-22',
  '2026-10-29',
  '2027-01-01',
];

type Life = {
  zones: [fromHour: number, zone: string][];
  off: [fromHour: number, hours: number];
  notices: number[];
};

/** When each email goes out, with the zone of its reader then, and how long its first notice waited. */
function live(start: string, { zones, off: [offAt, offFor], notices }: Life) {
  const began = Date.parse(start);
  const sent: { at: Date; zone: string; waited: number }[] = [];
  const times = notices.toSorted((one, other) => one - other).map((minute) => began + minute * MINUTE_MS);
  let pending: number[] = [];
  for (let now = began; now <= began + (DAYS + 3) * 24 * HOUR_MS; now += EVERY_MS) {
    while (times[0] !== undefined && times[0] <= now) pending.push(times.shift() ?? 0);
    const hours = (now - began) / HOUR_MS;
    if ((hours >= offAt && hours < offAt + offFor) || pending[0] === undefined) continue;
    const zone = zones.findLast(([from]) => from <= hours)?.[1] ?? 'UTC';
    const person = { role: 'manager', choices: {}, digestHour: 8, lastMailAt: null, timeZone: zone } as const;
    const waiting: Waiting = { ...person, oldest: [{ kind: 'accepted', at: new Date(pending[0]) }] };
    if (!findDueMail(waiting, new Date(now))) continue;
    sent.push({ at: new Date(now), zone, waited: now - pending[0] });
    pending = [];
  }
  return { sent, left: pending.length + times.length };
}

const someNotices = fc.array(fc.integer({ min: 0, max: DAYS * 24 * 60 }), { minLength: 1, maxLength: 40 });
const zone = fc.constantFrom(...ZONES);
const starts = fc.constantFrom(...STARTS);
const ON: Life['off'] = [0, 0];

it('come once a day, at eight, with all that happened in the 25 hours before, also when clocks change', () => {
  fc.assert(
    fc.property(starts, zone, someNotices, (start, home, notices) => {
      const { sent, left } = live(start, { zones: [[0, home]], off: ON, notices });
      expect(left).toBe(0);
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: home,
        dateStyle: 'short',
        timeStyle: 'short',
      });
      const shown = sent.map(({ at }) => clock.format(at));
      expect(shown.filter((text) => !text.endsWith(', 08:00'))).toEqual([]);
      expect(new Set(shown).size).toBe(shown.length);
      for (const { waited } of sent) expect(waited).toBeLessThanOrEqual(25 * HOUR_MS);
    }),
    { numRuns: runs(25) },
  );
});

it('come within 25 hours to a reader who travels, east or west and across the date line', () => {
  const journey = fc.array(fc.tuple(fc.integer({ min: 0, max: DAYS * 24 }), zone), { maxLength: 4 });
  fc.assert(
    fc.property(starts, journey, someNotices, (start, zones, notices) => {
      const ordered = zones.toSorted(([one], [other]) => one - other);
      const { sent, left } = live(start, { zones: ordered, off: ON, notices });
      expect(left).toBe(0);
      for (const { waited } of sent) expect(waited).toBeLessThanOrEqual(25 * HOUR_MS);
    }),
    { numRuns: runs(25) },
  );
});

it('that were due while the desk was off come as one when it is on again', () => {
  const off = fc.tuple(fc.integer({ min: 0, max: 72 }), fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(starts, zone, off, someNotices, (start, home, [offAt, offFor], notices) => {
      const { sent, left } = live(start, { zones: [[0, home]], off: [offAt, offFor], notices });
      expect(left).toBe(0);
      for (const { waited } of sent) expect(waited).toBeLessThanOrEqual((25 + offFor) * HOUR_MS);
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: home, timeStyle: 'short' });
      const late = sent.filter(({ at }) => clock.format(at) !== '08:00');
      expect(late.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: runs(25) },
  );
});
