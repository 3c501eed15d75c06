/** Calculating with the clock of a time zone. */

type WallTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** True if `zone` is a time zone this runtime can calculate with. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The names of today for those that a runtime may list by their old ones; it knows both. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The name of today of a time zone. */
export const zoneNameOf = (zone: string): string => RENAMED[zone] ?? zone;

/** The time zones to choose from, by name: every one that this runtime knows, once. */
export function listTimeZones(): readonly string[] {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC'].map(zoneNameOf);
  return [...new Set(known)].filter(isTimeZone).sort();
}

/**
 * The first time after `after` at which clocks in `zone` show this full hour, also across a change of clocks. If the hour
 * is skipped that day, the moment to which it is moved; if it happens twice, the first of them.
 *
 * @param zone IANA time zone
 * @throws {RangeError} if the zone is unknown (`isTimeZone`)
 */
export function nextHourIn(zone: string, { hour, after }: { hour: number; after: Date }): Date {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const wall = wallTimeIn(format, after);
  for (let days = 0; ; days += 1) {
    const found = instantOf(format, Date.UTC(wall.year, wall.month - 1, wall.day + days, hour));
    if (found > after) return found;
  }
}

/** The first instant at which the clock shows this wall time, given as if it were UTC. */
function instantOf(format: Intl.DateTimeFormat, wallAsUtc: number): Date {
  // The offset before and after a possible change of clocks on that day; the larger one is the earlier instant.
  const offsets = [-DAY_MS, 0, DAY_MS].map((shift) => offsetAt(format, new Date(wallAsUtc + shift)));
  const candidates = offsets.map((offset) => new Date(wallAsUtc - offset));
  const exact = candidates.filter((at) => at.getTime() + offsetAt(format, at) === wallAsUtc);
  const earliest = (dates: readonly Date[]) => new Date(Math.min(...dates.map(Number)));
  return exact.length > 0 ? earliest(exact) : new Date(wallAsUtc - (offsets[0] ?? 0));
}

const DAY_MS = 24 * 3_600_000;

/** What the clock shows, minus UTC, in milliseconds. */
function offsetAt(format: Intl.DateTimeFormat, at: Date): number {
  const { year, month, day, hour, minute, second } = wallTimeIn(format, at);
  const whole = Math.floor(at.getTime() / 1_000) * 1_000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

function wallTimeIn(format: Intl.DateTimeFormat, at: Date): WallTime {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
}
