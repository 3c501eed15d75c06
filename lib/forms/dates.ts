/**
 * Calendar dates and times of day. A date is always the text `YYYY-MM-DD` and never a `Date`, which would
 * move it by a day west of Greenwich. A date-time carries its offset.
 */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** A native date control gives year 26 for a person who typed "26": a typing error, not the year 26. */
const FIRST_YEAR = 1000;

/** True for an existing calendar day, written `YYYY-MM-DD`, from the year 1000 on. */
export function isRealDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** `zone` if this machine knows it, else UTC. */
function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

export type LocalTime = { ok: true; iso: string } | { ok: false; reason: 'wrong' | 'skipped' };

/**
 * Adds the offset of `timeZone` to the wall time of a `datetime-local` control: `2026-07-01T09:30:00+02:00`.
 *
 * A time the clocks skip is `skipped`: it does not exist, and moving it would save something that was not
 * entered. Of a time that occurs twice, the first one is used.
 */
export function withOffset(local: string, timeZone: string): LocalTime {
  const match = LOCAL.exec(local.trim());
  const [day, hour, minute, second] = [match?.[1] ?? '', match?.[2], match?.[3], match?.[4] ?? '00'];
  if (!isRealDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return { ok: false, reason: 'wrong' };
  }
  const millis = match?.[5] ? `.${match[5].padEnd(3, '0')}` : '';
  const wall = `${day}T${hour}:${minute}:${second}${millis}`;
  const offset = offsetsAround(Date.parse(`${wall}Z`), knownZone(timeZone))[0];
  return offset === undefined
    ? { ok: false, reason: 'skipped' }
    : { ok: true, iso: `${wall}${written(offset)}` };
}

/**
 * Offsets in minutes for which this wall time (given as if it were UTC) exists; the earlier instant first.
 */
function offsetsAround(wall: number, timeZone: string): number[] {
  const day = 86_400_000;
  const near = new Set([offsetAt(wall - day, timeZone), offsetAt(wall + day, timeZone)]);
  return [...near]
    .filter((offset) => offsetAt(wall - offset * 60_000, timeZone) === offset)
    .sort((one, other) => other - one);
}

/**
 * Minutes east of UTC at an instant. Before about 1900 offsets had seconds, which ISO offsets cannot express.
 */
function offsetAt(instant: number, timeZone: string): number {
  return Math.round((wallAt(instant, timeZone) - Math.floor(instant / 1000) * 1000) / 60_000);
}

function wallAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const at = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

function written(offset: number): string {
  const minutes = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** True for an ISO date-time with an offset or Z: an instant, not a wall time. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && Number.isFinite(Date.parse(text));
}

/** True for an ISO date-time without an offset: the time on a clock of no known place. */
export function isWallTime(text: string): boolean {
  return LOCAL.test(text) && isRealDate(text.slice(0, 10)) && Number.isFinite(Date.parse(`${text}Z`));
}

/**
 * What a `datetime-local` control shows for an instant: its wall time in `timeZone`, with seconds only if
 * they are not zero. Fractions of a second are dropped; an instant that is not edited keeps them.
 */
export function toLocalTime(iso: string, timeZone: string): string {
  if (!isInstant(iso)) return iso;
  const wall = new Date(wallAt(Date.parse(iso), knownZone(timeZone))).toISOString();
  return wall.replace(/(?::00)?\.\d{3}Z$/, '');
}
