import 'server-only';
import { z } from 'zod';
import messages from '@/messages/en.json';

/** Facts and causes are identified by name; their texts are in the catalogue. */
export type FactName = keyof typeof messages.Setup.facts;
export type CauseCode = keyof typeof messages.Setup.causes;
export type ItemCode = keyof typeof messages.Setup.items;

const named = <Name extends string>(texts: Readonly<Record<Name, unknown>>) =>
  z.custom<Name>((name) => typeof name === 'string' && Object.hasOwn(texts, name));

const factSchema = z.union([
  z.string(),
  z.number(),
  z.strictObject({ at: z.iso.datetime() }),
  z.strictObject({
    items: z.array(
      z.strictObject({
        code: named<ItemCode>(messages.Setup.items),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }),
]);

const causeSchema = z.strictObject({
  code: named<CauseCode>(messages.Setup.causes),
  /** The values in the text: names of settings, a status, an address. */
  about: z.string().optional(),
});

/** The finding of a check: its state, the facts, and possible causes of a problem. */
export const findingSchema = z.strictObject({
  /** `warning` works, with a risk; `unknown` could not be determined. */
  state: z.enum(['ok', 'warning', 'bad', 'unknown']),
  facts: z.record(z.string(), factSchema),
  causes: z.array(causeSchema).optional(),
});

export type Fact = z.infer<typeof factSchema>;
export type Item = Extract<Fact, { items: unknown }>['items'][number];
export type Cause = z.infer<typeof causeSchema>;
export type State = z.infer<typeof findingSchema>['state'];
export type Facts = Partial<Record<FactName, Fact>>;
export type Finding = { state: State; facts: Facts; causes?: Cause[] };

/** No problem. */
export const ok = (facts: Facts = {}): Finding => ({ state: 'ok', facts });

/** One problem. */
export function problem(
  state: Exclude<State, 'ok'>,
  code: CauseCode,
  { about, facts = {} }: { about?: string; facts?: Facts } = {},
): Finding {
  return { state, facts, causes: [about === undefined ? { code } : { code, about }] };
}

export type Problem = { state: 'warning' | 'bad'; cause: Cause };

/** Several problems: as severe as the worst of them. */
export function worstOf(facts: Facts, problems: readonly Problem[]): Finding {
  if (problems.length === 0) return ok(facts);
  const state = problems.some((problem) => problem.state === 'bad') ? 'bad' : 'warning';
  return { state, facts, causes: problems.map(({ cause }) => cause) };
}

/** The fact `at`, as ISO 8601 in UTC. */
export const at = (moment: Date) => ({ at: moment.toISOString() });
