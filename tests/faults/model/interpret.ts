import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../support/desk/desk';
import {
  arm,
  blurring,
  holdDeliveries,
  limitCalls,
  lockTable,
  spoil,
  takeAway,
  turnFaults,
} from './disturbances';
import { count } from './journal';
import type { Command, CommandKind, CommandOf } from './plan';
import type { Run } from './run';
import { submit } from './submitting';
import { sendPoison, vendorMoves } from './vendor-moves';
import { editLead, viewLead, viewSubmission } from './viewing';

type Handlers = { [Kind in CommandKind]: (run: Run, command: CommandOf<Kind>) => Promise<unknown> };

/**
 * Executes the commands, each at its time, none waiting for another, and resolves when all have ended: then
 * nothing is disturbed any more. Unexpected errors of a command go into the journal.
 */
export async function carryOut(run: Run, commands: readonly Command[]): Promise<void> {
  const handlers = makeHandlers();
  const startedAt = performance.now();
  const carried: Promise<void>[] = [];
  for (const command of commands) {
    const early = command.at - (performance.now() - startedAt);
    if (early > 0) await pause(early);
    carried.push(carry(run, { command, handlers }));
  }
  await Promise.all(carried);
}

async function carry(
  run: Run,
  { command, handlers }: { command: Command; handlers: Handlers },
): Promise<void> {
  try {
    await dispatch(handlers, run, command);
  } catch (error) {
    count(run.journal, `${command.kind}: surprised`);
    run.journal.surprises.push(`${command.kind} at ${command.at}: ${String(error)}`);
  }
}

/** TypeScript cannot infer that a handler and its command share a key. */
function dispatch<Kind extends CommandKind>(handlers: Handlers, run: Run, command: CommandOf<Kind>) {
  const handle = handlers[command.kind as Kind];
  return handle(run, command);
}

/** Moves the times stored in the database. */
const inDatabase = async ({ sql }: Desk, statement: string) => sql?.query(statement);

function makeHandlers(): Handlers {
  const vendor = vendorMoves();
  return {
    submit,
    'agent-edit': editLead,
    'view-submission': viewSubmission,
    'view-lead': viewLead,
    'vendor-create': vendor.create,
    'vendor-edit': vendor.edit,
    'vendor-delete': vendor.remove,
    poison: sendPoison,
    fullSync: ({ desk }) => inDatabase(desk, "update jobs set run_at = now() where topic = 'full-sync'"),
    'circuit-rested': ({ desk }) =>
      inDatabase(
        desk,
        `update service_shared_state set state = jsonb_set(state, '{circuit,until}', '1')
          where jsonb_typeof(state->'circuit') = 'object'`,
      ),
    latency: (run, { forMs, ms }) => turnFaults(run, { forMs, on: { latencyMs: ms }, off: { latencyMs: 0 } }),
    errors: (run, { forMs, share }) =>
      turnFaults(run, { forMs, on: { errorRate: share }, off: { errorRate: 0 } }),
    'too-many': (run, { forMs, share }) =>
      turnFaults(run, { forMs, on: { rateLimitedRate: share }, off: { rateLimitedRate: 0 } }),
    limit: limitCalls,
    'service-down': (run, { forMs }) => turnFaults(run, { forMs, on: { down: true }, off: { down: false } }),
    'drop-before-store': (run, { count: dropBeforeStore }) => arm(run, { dropBeforeStore }),
    'drop-after-store': (run, { count: dropAfterStore }) => arm(run, { dropAfterStore }),
    truncate: (run, { count: truncateAfterStore }) => arm(run, { truncateAfterStore }),
    'duplicate-deliveries': (run, { forMs, copies }) =>
      turnFaults(run, { forMs, on: { duplicateDeliveries: copies }, off: { duplicateDeliveries: 0 } }),
    'reorder-deliveries': (run, { forMs }) =>
      turnFaults(run, { forMs, on: { reorderDeliveries: true }, off: { reorderDeliveries: false } }),
    'hold-deliveries': holdDeliveries,
    'cut-service': async ({ desk }) => desk.serviceProxy.cut(),
    'freeze-service': (run, { forMs }) => blurring(run, () => spoil(run.desk.serviceProxy, 'freeze', forMs)),
    'cut-database': (run) => blurring(run, async () => run.desk.databaseProxy?.cut()),
    'refuse-database': (run, { forMs }) =>
      blurring(run, () => spoil(run.desk.databaseProxy, 'refuse', forMs)),
    'freeze-database': (run, { forMs }) =>
      blurring(run, () => spoil(run.desk.databaseProxy, 'freeze', forMs)),
    // All processes share this row: none can learn of a rate limit in the meantime.
    'lock-table': (run, command) =>
      command.table === 'service_shared_state'
        ? blurring(run, () => lockTable(run, command))
        : lockTable(run, command),
    // What it just received dies with it; its absence then distorts no measurement.
    kill: (run, command) => Promise.all([blurring(run, async () => {}), takeAway(run, command)]),
    freeze: (run, command) => blurring(run, () => takeAway(run, command)),
    restart: takeAway,
  };
}
