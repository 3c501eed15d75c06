import type { Answer } from './send';

/** What tells a stranger how this is made, or what went wrong inside. */
const TELLING =
  /node_modules|\.next\/server|at \S+ \(.*:\d+:\d+\)|(?:Type|Range|Syntax|Reference|Zod|Postgres|Drizzle)Error|ECONNREFUSED|select "[^"]+"[^<>]* from "|violates|stack"?:/i;

/** What an answer says that it must not: how it is made inside, or the input it was given; undefined if nothing. */
export function indiscretionOf({ body }: Pick<Answer, 'body'>, inputs: readonly string[] = []) {
  const told = TELLING.exec(body)?.[0];
  if (told) return `the answer tells: ${told}`;
  const reflected = inputs.find((input) => input.length > 0 && body.includes(input));
  return reflected === undefined ? undefined : `the answer repeats: ${reflected.slice(0, 80)}`;
}
