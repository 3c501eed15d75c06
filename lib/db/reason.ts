import { cutText, toStorable } from '@/lib/core/text';
import { isSqlState } from './outcome';

/**
 * Why something failed, safe for the log and the job table. A database error is reduced to its code;
 * unparsable text is left out.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const codes = causesOf(error).map((cause) => ('code' in cause ? cause.code : undefined));
  const code = codes.find((found): found is string => typeof found === 'string');
  if (error.name === 'QueryError' || (code && isSqlState(code))) return `database: ${code ?? 'no answer'}`;
  // Parser errors quote the unparsable input in their message.
  if (error instanceof SyntaxError) return error.name;
  return cutText(toStorable(`${error.name}: ${error.message}`), 500);
}

function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  for (let cause: unknown = error; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}
