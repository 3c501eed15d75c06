import type { CommandKind } from './plan';

/** How often each command is drawn, relative to the others. */
export const WEIGHTS: Readonly<Record<CommandKind, number>> = {
  submit: 60,
  'agent-edit': 30,
  'view-submission': 30,
  'view-lead': 24,
  'vendor-create': 12,
  'vendor-edit': 50,
  'vendor-delete': 8,
  poison: 1,
  fullSync: 4,
  'circuit-rested': 12,

  latency: 3,
  errors: 3,
  'too-many': 5,
  limit: 2,
  'service-down': 1,
  'drop-before-store': 3,
  'drop-after-store': 3,
  truncate: 2,
  'duplicate-deliveries': 3,
  'reorder-deliveries': 3,
  'hold-deliveries': 3,
  'cut-service': 2,
  'freeze-service': 1,
  'cut-database': 2,
  'refuse-database': 2,
  'freeze-database': 1,
  'lock-table': 4,
  kill: 5,
  freeze: 3,
  restart: 2,
};

/** The mean time between two commands, in milliseconds. */
export const MEAN_GAP_MS = 170;

/** The last part of a run, without lasting disturbances: a share of the run, and a limit in milliseconds. */
export const CALM_SHARE = 0.15;
export const MAX_CALM_MS = 5_000;
