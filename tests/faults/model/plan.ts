import { z } from 'zod';
import { shapeSchema } from '@/sandbox/shape';

/**
 * A run as data: what the service looks like, and what happens when. The same seed and seconds give the same
 * plan, and a plan in a file can be rerun or shortened manually.
 */

/** Milliseconds since the run began. */
const at = z.int().min(0);
/** How long a disturbance lasts, in milliseconds. It ends automatically. */
const forMs = z.int().min(1);
const index = z.int().min(0).max(1);
/** Index of an existing lead or submission, modulo their number. */
const pick = z.int().min(0);

export const PEOPLE = ['Maya Lindqvist', 'Tom Okafor', 'Ines Carvalho', 'Erik Brandt'] as const;

export type PersonName = (typeof PEOPLE)[number];

const person = z.enum(PEOPLE);
/** Index of one of the two processes of a kind. */
const web = index;

export const LOCKED_TABLES = [
  'submissions',
  'jobs',
  'leads',
  'webhook_deliveries',
  'service_shared_state',
] as const;

const commandSchema = z.discriminatedUnion('kind', [
  /** An agent submits lead number `number`; `copies` posts of the same form, the second to the other web process. */
  z.object({ kind: z.literal('submit'), at, person, web, number: z.int(), copies: z.int().min(1).max(2) }),
  /** An agent opens a lead's edit form, changes the deal value to `value`, and saves. */
  z.object({ kind: z.literal('agent-edit'), at, person, web, pick, value: z.int() }),
  /** A person opens the page of one of their submissions, or of one of their leads. */
  z.object({ kind: z.literal('view-submission'), at, web, pick }),
  z.object({ kind: z.literal('view-lead'), at, person, web, pick }),
  /** The vendor, in the portal. `times`: the number of immediate changes in a row, each to another status. */
  z.object({ kind: z.literal('vendor-create'), at, number: z.int() }),
  z.object({ kind: z.literal('vendor-edit'), at, pick, times: z.int().min(1).max(3), status: z.int() }),
  z.object({ kind: z.literal('vendor-delete'), at, pick }),
  /** A validly signed delivery without meaning. */
  z.object({ kind: z.literal('poison'), at, number: z.int() }),
  z.object({ kind: z.literal('fullSync'), at }),
  /** Ends the time for which no calls go to a service that did not answer. */
  z.object({ kind: z.literal('circuit-rested'), at }),
  /** The service's faults. */
  z.object({ kind: z.literal('latency'), at, forMs, ms: z.int() }),
  z.object({ kind: z.literal('errors'), at, forMs, share: z.number() }),
  z.object({ kind: z.literal('too-many'), at, forMs, share: z.number() }),
  z.object({ kind: z.literal('limit'), at, forMs, perSecond: z.int() }),
  z.object({ kind: z.literal('service-down'), at, forMs }),
  z.object({ kind: z.literal('drop-before-store'), at, count: z.int() }),
  z.object({ kind: z.literal('drop-after-store'), at, count: z.int() }),
  z.object({ kind: z.literal('truncate'), at, count: z.int() }),
  z.object({ kind: z.literal('duplicate-deliveries'), at, forMs, copies: z.int() }),
  z.object({ kind: z.literal('reorder-deliveries'), at, forMs }),
  z.object({ kind: z.literal('hold-deliveries'), at, forMs, afterwards: z.enum(['release', 'lose']) }),
  /** The connections to the service and to the database. */
  z.object({ kind: z.literal('cut-service'), at }),
  z.object({ kind: z.literal('freeze-service'), at, forMs }),
  z.object({ kind: z.literal('cut-database'), at }),
  z.object({ kind: z.literal('refuse-database'), at, forMs }),
  z.object({ kind: z.literal('freeze-database'), at, forMs }),
  /** Locks a table, so that nothing can be written to it. */
  z.object({ kind: z.literal('lock-table'), at, forMs, table: z.enum(LOCKED_TABLES) }),
  /** The processes. After `forMs` the killed one is started again, the frozen one resumes. */
  z.object({ kind: z.literal('kill'), at, forMs, which: z.enum(['web', 'worker']), index }),
  z.object({ kind: z.literal('freeze'), at, forMs, which: z.enum(['web', 'worker']), index }),
  z.object({ kind: z.literal('restart'), at, forMs, which: z.enum(['web', 'worker']), index }),
]);

/** One event. Every disturbance ends automatically after its `forMs`. */
export type Command = z.infer<typeof commandSchema>;
export type CommandKind = Command['kind'];
export type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>;

export const planSchema = z.object({
  seed: z.int(),
  seconds: z.number().positive(),
  /** Whether the portal has a field with the submission's id, which makes confirming exact. */
  marker: z.boolean(),
  /** What the interface leaves open, as this run's service behaves. */
  shape: shapeSchema,
  /** The real lifetime of a token: shorter than the desk assumes, so that it is refused in use. */
  tokenSeconds: z.int().min(1),
  commands: z.array(commandSchema),
});

export type Plan = z.infer<typeof planSchema>;

/** What came of a run, written by it: the script says it last, below the long list of commands. */
export const reportOf = (planFile: string) => planFile.replace(/\.json$/, '.txt');
