import 'server-only';
import { hostname } from 'node:os';
import pino from 'pino';
import { type Env, env } from './env';
import { singleton } from './singleton';

/**
 * One line per event. Never answers, names, email addresses or secrets: ids, counts and times are enough.
 */
export type Log = {
  info(event: string, data?: object): void;
  warn(event: string, data?: object): void;
  error(event: string, data?: object): void;
};

/** A safety net for the rule above: redacts sensitive values. */
const REDACT = [
  'secret',
  'token',
  'password',
  'authorization',
  'signingSecret',
  'access_token',
  'clientSecret',
  'client_secret',
  'cookie',
  'email',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** The redaction options of the log. */
export const CENSORING = { paths: REDACT, censor: '[hidden]' };

const ROLES = { inline: 'both', off: 'web', only: 'worker' } as const;

/** What every line says about the process that wrote it. */
export const originOf = (worker: Env['WORKER']) => ({
  pid: process.pid,
  host: hostname(),
  role: ROLES[worker],
});

/** The log of this process: JSON lines on standard output. */
export function log(): Log {
  return singleton('log', () => {
    const logger = pino({
      level: env().LOG_LEVEL,
      base: originOf(env().WORKER),
      redact: CENSORING,
    });
    return {
      info: (event, data) => logger.info(data ?? {}, event),
      warn: (event, data) => logger.warn(data ?? {}, event),
      error: (event, data) => logger.error(data ?? {}, event),
    };
  });
}

/**
 * Logs an event that strangers can trigger at will without filling the disk: immediately, and then at most
 * every `everyMs` milliseconds, with the number of events since the last entry.
 */
export function throttleLog(
  report: (count: number) => void,
  { everyMs }: { everyMs: number },
): (now: Date) => void {
  let count = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (now) => {
    count += 1;
    // A clock that was set back must not silence it.
    if (Math.abs(now.getTime() - reportedAt) < everyMs) return;
    report(count);
    reportedAt = now.getTime();
    count = 0;
  };
}
