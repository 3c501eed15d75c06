import type { Verdict } from './verdict';

type Facts = {
  /** Everything that each process wrote. */
  logs: readonly { name: string; text: string }[];
  /** What must not appear: its description and its text. */
  secrets: readonly { what: string; value: string | RegExp }[];
};

/** I5: no token, secret or personal data in any line of any log. Violations do not repeat them. */
export function judgeSecrecy({ logs, secrets }: Facts): Verdict {
  const lines = logs.flatMap(({ name, text }) =>
    text.split('\n').map((line, index) => ({ line, place: `${name}, line ${index + 1}` })),
  );
  const violations = lines.flatMap(({ line, place }) =>
    secrets
      .filter(({ value }) => (typeof value === 'string' ? line.includes(value) : value.test(line)))
      .map(({ what }) => `${what} in ${place}`),
  );
  return {
    id: 'I5',
    title: 'nothing secret or personal in logs',
    counts: { lines: lines.length, secrets: secrets.length, found: violations.length },
    violations,
  };
}
