import { cutText, toStorable } from './text';

/** PostgreSQL's error codes: five digits and capital letters. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Why something failed, in words fit for the log and the job table. A database error is told by its code alone. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const codes = causesOf(error).map((cause) => ('code' in cause ? cause.code : undefined));
  const code = codes.find((found): found is string => typeof found === 'string');
  if (error.name === 'QueryError' || (code && SQLSTATE.test(code))) return `database: ${code ?? 'no answer'}`;
  return cutText(toStorable(`${error.name}: ${error.message}`), 500);
}

function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  for (let cause: unknown = error; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}
