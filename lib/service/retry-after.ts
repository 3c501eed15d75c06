import 'server-only';

const SHORTEST_MS = 500;
const LONGEST_MS = 15 * 60_000;

const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*, .+ \d{2}:\d{2}:\d{2} GMT$/i;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds, clamped to 0.5 s..15 min: seconds or an HTTP
 * date. Undefined if the header is absent or says neither; then the caller chooses its own wait.
 */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1000);
  // Date.parse alone is too kind: it reads a year out of "abc 1".
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : clamp(date - now.getTime());
}

function clamp(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms));
}
