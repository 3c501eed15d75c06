import { parseRetryAfter } from '@/lib/service/response-error';
import type { LogEntry, Route } from '@/sandbox/model';
import type { Verdict } from './verdict';

/** A span of time, in epoch milliseconds. */
export type Span = { from: number; to: number };

type Call = Pick<LogEntry, 'seq' | 'route' | 'status' | 'at' | 'ms' | 'retryAfter'>;

type Facts = {
  /** The calls in the service's own log. */
  calls: readonly Call[];
  /**
   * When calls sent in time may have arrived late, or a process could not be notified: slow or frozen
   * connections, frozen or killed processes. Rests that touch such a span are not judged.
   */
  blurred?: readonly Span[];
  /** When people were saving edits: their reads are interactive calls, as creates are, and wait with those. */
  edits?: readonly Span[];
};

/** The classes of calls that wait together. */
const CLASSES: Readonly<Record<string, readonly Route[]>> = {
  interactive: ['create', 'patch'],
  background: ['read'],
  fullSync: ['list'],
};
/** Tolerance for calls in flight at the refusal, from any process, and for processes notified a moment later. */
const ON_THE_WAY_MS = 400;
/** Tolerance: the same clock is read a moment apart. */
const SLACK_MS = 50;
/** The highest pace of any class of four processes, whatever the service accepts: what may go out at once, and a second more. */
const MAX_PER_SECOND = 400;

/** I4: no call of a class before the Retry-After of a 429 is over, and none above the highest pace. */
export function judgePace({ calls, blurred = [], edits = [] }: Facts): Verdict {
  const judged = Object.entries(CLASSES).map(([name, routes]) =>
    judgeClass({
      name,
      calls: calls.filter(({ route }) => routes.includes(route)),
      unsure: name === 'background' ? [...blurred, ...edits] : blurred,
    }),
  );
  const sum = (what: 'asked' | 'rests' | 'early' | 'fast') =>
    judged.reduce((total, one) => total + one[what].length, 0);
  return {
    id: 'I4',
    title: 'never before Retry-After',
    counts: {
      calls: calls.length,
      '429s': calls.filter(({ status }) => status === 429).length,
      'rests asked for': sum('asked'),
      'rests judged': sum('rests'),
      'too early': sum('early'),
      'too fast': sum('fast'),
    },
    violations: judged.flatMap(({ early, fast }) => [...early, ...fast]),
  };
}

type ClassInput = { name: string; calls: readonly Call[]; unsure: readonly Span[] };

function judgeClass({ name, calls, unsure }: ClassInput) {
  const asked = calls.flatMap(restOf);
  const rests = asked.filter((rest) => !unsure.some((span) => overlaps(span, rest)));
  const early = rests.flatMap((rest) =>
    calls
      .filter((call) => beganAt(call) > rest.from + ON_THE_WAY_MS && beganAt(call) < rest.to - SLACK_MS)
      .map(({ seq, route, at }) => `${route} ${seq} at ${at}, during the rest until ${timeOf(rest.to)}`),
  );
  const begun = calls.map(beganAt).sort((one, other) => one - other);
  const fast = begun
    .filter((at, index) => (begun[index + MAX_PER_SECOND] ?? Number.POSITIVE_INFINITY) - at < 1_000)
    .map((at) => `more than ${MAX_PER_SECOND} ${name} calls in the second after ${timeOf(at)}`);
  return { asked, rests, early, fast };
}

/** `at` is when a call ended. */
const beganAt = ({ at, ms = 0 }: Call) => Date.parse(at) - ms;

function restOf({ status, at, retryAfter }: Call): Span[] {
  const from = Date.parse(at);
  const ms = status === 429 ? parseRetryAfter(retryAfter, new Date(from)) : undefined;
  return ms === undefined ? [] : [{ from, to: from + ms }];
}

const overlaps = (one: Span, other: Span) => one.from <= other.to && other.from <= one.to;
const timeOf = (at: number) => new Date(at).toISOString();
