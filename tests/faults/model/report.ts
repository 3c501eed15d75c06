import { groupBy } from '../../support/invariants/group';
import { summarise } from '../../support/invariants/verdict';
import type { Plan } from './plan';
import type { Outcome } from './run-plan';

/** The readable result of a run: a line for each invariant, what was done, and every violation. */
export function report(plan: Plan, { verdicts, counts, surprises }: Outcome): string {
  const commands = [...groupBy(plan.commands, ({ kind }) => kind)].map(
    ([kind, all]) => [kind, all.length] as const,
  );
  const violations = violationsOf({ verdicts });
  return [
    `Seed ${plan.seed}, ${plan.seconds} s, ${plan.commands.length} commands${plan.marker ? ', with a marker field' : ''}.`,
    ...verdicts.map(summarise),
    `Commands: ${list(commands)}.`,
    `What came of them: ${list([...counts])}.`,
    ...surprises.map((surprise) => `Surprise: ${surprise}`),
    ...violations.map((violation) => `VIOLATION ${violation}`),
  ].join('\n');
}

const list = (counts: readonly (readonly [what: string, times: number])[]) =>
  counts
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([what, times]) => `${what} ${times}`)
    .join(', ');

/** All violations, prefixed with the invariant's name. */
export function violationsOf({ verdicts }: Pick<Outcome, 'verdicts'>): string[] {
  return verdicts.flatMap(({ id, violations }) => violations.map((violation) => `${id} ${violation}`));
}
