import { createRandom, type Random } from '@/sandbox/seed/random';
import { DEFAULT_SHAPE, SHAPE_CHOICES, type Shape } from '@/sandbox/shape';
import { type Command, type CommandKind, type CommandOf, LOCKED_TABLES, PEOPLE, type Plan } from './plan';
import { CALM_SHARE, MAX_CALM_MS, MEAN_GAP_MS, WEIGHTS } from './weights';

type Wish = Pick<Plan, 'seed' | 'seconds'> & Partial<Pick<Plan, 'marker'>>;

/**
 * The plan of a run: the same seed and seconds give the same commands, whatever the machine.
 *
 * At most one process of a kind is dead or frozen, no part is disturbed in two ways at the same time,
 * and every disturbance ends before the plan does, so some progress is always possible.
 */
export function generatePlan({ seed, seconds, marker = false }: Wish): Plan {
  const chance = createRandom(seed);
  const shape = drawShape(chance);
  const tokenSeconds = chance.pick([5, 20, 900]);
  const endMs = Math.round(seconds * 1000);
  const busyUntil = new Map<string, number>();
  const commands: Command[] = [];
  for (let at = drawGap(chance); at < endMs; at += drawGap(chance)) {
    const kind = drawKind(chance);
    const command = draw(kind, { chance, at, number: commands.length + 1 });
    const slot = slotOf(command);
    if (slot && (busyUntil.get(slot) ?? 0) > at) continue;
    const endsAt = endOf(command);
    if (endsAt > at && endsAt > endMs - calmMs(endMs)) continue;
    if (slot) busyUntil.set(slot, endsAt);
    commands.push(command);
  }
  return { seed, seconds, marker, shape, tokenSeconds, commands };
}

/** When the effect of a command has ended, in milliseconds since the run began. */
export function endOf(command: Command): number {
  return command.at + ('forMs' in command ? command.forMs : 0);
}

/** What a command occupies exclusively while it lasts. */
export function slotOf(command: Command): string | undefined {
  switch (command.kind) {
    case 'kill':
    case 'freeze':
    case 'restart':
      return command.which;
    case 'cut-service':
    case 'freeze-service':
      return 'way to the service';
    case 'cut-database':
    case 'refuse-database':
    case 'freeze-database':
      return 'way to the database';
    default:
      return 'forMs' in command ? command.kind : undefined;
  }
}

const calmMs = (endMs: number) => Math.min(MAX_CALM_MS, endMs * CALM_SHARE);

/** Exponential, so that events occur both in bursts and far apart. */
function drawGap(chance: Random): number {
  return Math.max(1, Math.round(-Math.log(1 - chance.next()) * MEAN_GAP_MS));
}

const KINDS = Object.entries(WEIGHTS) as [CommandKind, number][];
const ALL_WEIGHTS = KINDS.reduce((sum, [, weight]) => sum + weight, 0);

function drawKind(chance: Random): CommandKind {
  let left = chance.next() * ALL_WEIGHTS;
  for (const [kind, weight] of KINDS) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'submit';
}

type Draw = { chance: Random; at: number; number: number };
type Body<Kind extends CommandKind> = Omit<CommandOf<Kind>, 'kind' | 'at'>;

const between = (chance: Random, least: number, most: number) => least + chance.below(most - least + 1);
const side = (chance: Random) => chance.below(2);
const anyLead = (chance: Random) => chance.below(1_000_000);
const anyProcess = (chance: Random) => ({
  which: chance.pick(['web', 'worker'] as const),
  index: side(chance),
});

const BODIES: { [Kind in CommandKind]: (draw: Draw) => Body<Kind> } = {
  submit: ({ chance, number }) => ({
    person: chance.pick(PEOPLE),
    web: side(chance),
    number,
    copies: chance.next() < 0.15 ? 2 : 1,
  }),
  'agent-edit': ({ chance, number }) => ({
    person: chance.pick(PEOPLE),
    web: side(chance),
    pick: anyLead(chance),
    // No two edits of a run save the same value, so each can be found in the service's log.
    value: 100_000 + number,
  }),
  'view-submission': ({ chance }) => ({ web: side(chance), pick: anyLead(chance) }),
  'view-lead': ({ chance }) => ({
    person: chance.pick(PEOPLE),
    web: side(chance),
    pick: anyLead(chance),
  }),
  'vendor-create': ({ number }) => ({ number }),
  'vendor-edit': ({ chance, number }) => ({
    pick: anyLead(chance),
    times: chance.next() < 0.25 ? between(chance, 2, 3) : 1,
    status: number,
  }),
  'vendor-delete': ({ chance }) => ({ pick: anyLead(chance) }),
  poison: ({ number }) => ({ number }),
  fullSync: () => ({}),
  'circuit-rested': () => ({}),
  latency: ({ chance }) => ({ forMs: between(chance, 500, 3_000), ms: chance.pick([100, 500, 2_500]) }),
  errors: ({ chance }) => ({ forMs: between(chance, 500, 3_000), share: chance.pick([0.1, 0.3, 1]) }),
  'too-many': ({ chance }) => ({ forMs: between(chance, 500, 3_000), share: chance.pick([0.2, 0.5]) }),
  limit: ({ chance }) => ({ forMs: between(chance, 2_000, 6_000), perSecond: between(chance, 3, 8) }),
  'service-down': ({ chance }) => ({ forMs: between(chance, 500, 4_000) }),
  'drop-before-store': ({ chance }) => ({ count: between(chance, 1, 2) }),
  'drop-after-store': ({ chance }) => ({ count: between(chance, 1, 2) }),
  truncate: () => ({ count: 1 }),
  'duplicate-deliveries': ({ chance }) => ({
    forMs: between(chance, 1_000, 5_000),
    copies: between(chance, 1, 4),
  }),
  'reorder-deliveries': ({ chance }) => ({ forMs: between(chance, 1_000, 5_000) }),
  'hold-deliveries': ({ chance }) => ({
    forMs: between(chance, 1_000, 5_000),
    afterwards: chance.pick(['release', 'lose'] as const),
  }),
  'cut-service': () => ({}),
  'freeze-service': ({ chance }) => ({ forMs: between(chance, 300, 12_000) }),
  'cut-database': () => ({}),
  'refuse-database': ({ chance }) => ({ forMs: between(chance, 300, 2_500) }),
  'freeze-database': ({ chance }) => ({ forMs: between(chance, 300, 4_000) }),
  'lock-table': ({ chance }) => ({
    forMs: between(chance, 500, 6_000),
    table: chance.pick(LOCKED_TABLES),
  }),
  kill: ({ chance }) => ({ ...anyProcess(chance), forMs: between(chance, 200, 3_000) }),
  freeze: ({ chance }) => ({ ...anyProcess(chance), forMs: between(chance, 300, 25_000) }),
  restart: ({ chance }) => ({ ...anyProcess(chance), forMs: between(chance, 100, 1_000) }),
};

function draw<Kind extends CommandKind>(kind: Kind, task: Draw): Command {
  return { kind, at: task.at, ...BODIES[kind](task) } as Command;
}

/** Never changes form fields or the token: the model is about leads. */
const DRAWN = [
  ...[
    'listEnvelope',
    'paging',
    'pagingPlace',
    'leadEnvelope',
    'createStatus',
    'patchResponse',
    'emptyAnswer',
  ],
  ...[
    'errorBody',
    'validationStatus',
    'retryAfter',
    'expiresIn',
    'subscriptionList',
    'timestamps',
    'eventBody',
  ],
] as readonly (keyof typeof SHAPE_CHOICES)[];

function drawShape(chance: Random): Shape {
  const drawn = DRAWN.map((question) => [question, chance.pick<string | number>(SHAPE_CHOICES[question])]);
  const shape: Shape = { ...DEFAULT_SHAPE, ...Object.fromEntries(drawn), pageSize: chance.pick([5, 10, 25]) };
  // A 429 without a time can't be checked.
  return shape.retryAfter === 'absent' ? { ...shape, retryAfter: 'seconds' } : shape;
}
