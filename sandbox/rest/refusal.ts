import type { Sandbox } from '../sandbox';
import type { Problem } from '../validate';

/** A call answered with an error status. Thrown by endpoints, rendered in one place. */
export class Refusal extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    { problems = [], headers = {} }: { problems?: readonly Problem[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.headers = headers;
  }
}

/** A lead that breaks the portal's rules. Its status is one of the things the interface leaves open. */
export function invalidLead({ state }: Sandbox, problems: readonly Problem[]): Refusal {
  const message = problems.map((problem) => problem.message).join(' ');
  return new Refusal(state.shape.validationStatus, message, { problems });
}

/** 429, with the wait in the chosen form of Retry-After. */
export function tooMany({ state, now }: Sandbox, seconds: number): Refusal {
  const whole = Math.max(1, Math.ceil(seconds));
  const until = new Date(now().getTime() + whole * 1000).toUTCString();
  const forms = { seconds: String(whole), date: until, absent: null };
  const literal = state.faults.retryAfter;
  const value = literal === '' ? forms[state.shape.retryAfter] : literal;
  return new Refusal(429, 'Too many requests.', { headers: value === null ? {} : { 'retry-after': value } });
}
