import 'server-only';

const MIN_MS = 500;
const MAX_MS = 15 * 60_000;

/** The two forms that name their time zone, and the oldest one, which does not. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*, .+ \d{2}:\d{2}:\d{2} GMT$/i;
const ASCTIME = /^(?:mon|tue|wed|thu|fri|sat|sun) [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i;

/**
 * The wait in a `Retry-After` header, in milliseconds, clamped to 0.5 s..15 min: seconds or an HTTP date in
 * any of its three forms. Undefined if the header is absent or invalid, such as `-1` and `abc`; then the
 * caller chooses its own wait.
 */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1000);
  const date = readDate(text);
  return Number.isNaN(date) ? undefined : clamp(date - now.getTime());
}

/** `Date.parse` alone is too lenient: it reads a year out of "abc 1". */
function readDate(text: string): number {
  if (ASCTIME.test(text)) return Date.parse(`${text} GMT`);
  return HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
}

function clamp(ms: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS, ms));
}
