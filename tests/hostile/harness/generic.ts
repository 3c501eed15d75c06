import type { HttpResponse } from './send';

/** Signs that reveal the implementation or an internal error. */
const TELLING =
  /node_modules|\.next\/server|at \S+ \(.*:\d+:\d+\)|(?:Type|Range|Syntax|Reference|Zod|Postgres|Drizzle)Error|ECONNREFUSED|select "[^"]+"[^<>]* from "|violates|stack"?:/i;

/** What an answer must not reveal but does: internals, or the given input; undefined if nothing. */
export function indiscretionOf({ body }: Pick<HttpResponse, 'body'>, inputs: readonly string[] = []) {
  const leak = TELLING.exec(body)?.[0];
  if (leak) return `the answer tells: ${leak}`;
  const reflected = inputs.find((input) => input.length > 0 && body.includes(input));
  return reflected === undefined ? undefined : `the answer repeats: ${reflected.slice(0, 80)}`;
}
