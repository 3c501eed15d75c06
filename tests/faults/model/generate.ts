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
  const random = createRandom(seed);
  const shape = drawShape(random);
  const tokenSeconds = random.pick([5, 20, 900]);
  const endMs = Math.round(seconds * 1000);
  const busyUntil = new Map<string, number>();
  const commands: Command[] = [];
  for (let at = drawGap(random); at < endMs; at += drawGap(random)) {
    const kind = drawKind(random);
    const command = draw(kind, { random, at, number: commands.length + 1 });
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
function drawGap(random: Random): number {
  return Math.max(1, Math.round(-Math.log(1 - random.next()) * MEAN_GAP_MS));
}

const KINDS = Object.entries(WEIGHTS) as [CommandKind, number][];
const ALL_WEIGHTS = KINDS.reduce((sum, [, weight]) => sum + weight, 0);

function drawKind(random: Random): CommandKind {
  let left = random.next() * ALL_WEIGHTS;
  for (const [kind, weight] of KINDS) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'submit';
}

type Draw = { random: Random; at: number; number: number };
type Body<Kind extends CommandKind> = Omit<CommandOf<Kind>, 'kind' | 'at'>;

const between = (random: Random, least: number, most: number) => least + random.below(most - least + 1);
const side = (random: Random) => random.below(2);
const anyLead = (random: Random) => random.below(1_000_000);
const anyProcess = (random: Random) => ({
  which: random.pick(['web', 'worker'] as const),
  index: side(random),
});

const BODIES: { [Kind in CommandKind]: (draw: Draw) => Body<Kind> } = {
  submit: ({ random, number }) => ({
    person: random.pick(PEOPLE),
    web: side(random),
    number,
    copies: random.next() < 0.15 ? 2 : 1,
  }),
  'agent-edit': ({ random, number }) => ({
    person: random.pick(PEOPLE),
    web: side(random),
    pick: anyLead(random),
    // No two edits of a run save the same value, so each can be found in the service's log.
    value: 100_000 + number,
  }),
  'view-submission': ({ random }) => ({ web: side(random), pick: anyLead(random) }),
  'view-lead': ({ random }) => ({
    person: random.pick(PEOPLE),
    web: side(random),
    pick: anyLead(random),
  }),
  'vendor-create': ({ number }) => ({ number }),
  'vendor-edit': ({ random, number }) => ({
    pick: anyLead(random),
    times: random.next() < 0.25 ? between(random, 2, 3) : 1,
    status: number,
  }),
  'vendor-delete': ({ random }) => ({ pick: anyLead(random) }),
  poison: ({ number }) => ({ number }),
  fullSync: () => ({}),
  'circuit-rested': () => ({}),
  latency: ({ random }) => ({ forMs: between(random, 500, 3_000), ms: random.pick([100, 500, 2_500]) }),
  errors: ({ random }) => ({ forMs: between(random, 500, 3_000), share: random.pick([0.1, 0.3, 1]) }),
  'too-many': ({ random }) => ({ forMs: between(random, 500, 3_000), share: random.pick([0.2, 0.5]) }),
  limit: ({ random }) => ({ forMs: between(random, 2_000, 6_000), perSecond: between(random, 3, 8) }),
  'service-down': ({ random }) => ({ forMs: between(random, 500, 4_000) }),
  'drop-before-store': ({ random }) => ({ count: between(random, 1, 2) }),
  'drop-after-store': ({ random }) => ({ count: between(random, 1, 2) }),
  truncate: () => ({ count: 1 }),
  'duplicate-deliveries': ({ random }) => ({
    forMs: between(random, 1_000, 5_000),
    copies: between(random, 1, 4),
  }),
  'reorder-deliveries': ({ random }) => ({ forMs: between(random, 1_000, 5_000) }),
  'hold-deliveries': ({ random }) => ({
    forMs: between(random, 1_000, 5_000),
    afterwards: random.pick(['release', 'lose'] as const),
  }),
  'cut-service': () => ({}),
  'freeze-service': ({ random }) => ({ forMs: between(random, 300, 12_000) }),
  'cut-database': () => ({}),
  'refuse-database': ({ random }) => ({ forMs: between(random, 300, 2_500) }),
  'freeze-database': ({ random }) => ({ forMs: between(random, 300, 4_000) }),
  'lock-table': ({ random }) => ({
    forMs: between(random, 500, 6_000),
    table: random.pick(LOCKED_TABLES),
  }),
  kill: ({ random }) => ({ ...anyProcess(random), forMs: between(random, 200, 3_000) }),
  freeze: ({ random }) => ({ ...anyProcess(random), forMs: between(random, 300, 25_000) }),
  restart: ({ random }) => ({ ...anyProcess(random), forMs: between(random, 100, 1_000) }),
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

function drawShape(random: Random): Shape {
  const drawn = DRAWN.map((question) => [question, random.pick<string | number>(SHAPE_CHOICES[question])]);
  const shape: Shape = { ...DEFAULT_SHAPE, ...Object.fromEntries(drawn), pageSize: random.pick([5, 10, 25]) };
  // A 429 without a time can't be checked.
  return shape.retryAfter === 'absent' ? { ...shape, retryAfter: 'seconds' } : shape;
}
