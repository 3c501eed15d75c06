import * as z from 'zod';
import { DEFAULT_SETTINGS, faultsSchema, NO_FAULTS, settingsSchema } from './controls';
import {
  deliverySchema,
  fieldSchema,
  keySchema,
  type Lead,
  leadSchema,
  logEntrySchema,
  subscriptionSchema,
} from './model';
import { DEFAULT_SHAPE, shapeSchema } from './shape';

const overlay = (base: object) => (raw: unknown) => (raw instanceof Object ? { ...base, ...raw } : base);

export const stateSchema = z.object({
  version: z.literal(1),
  tokenSecret: z.string().min(32),
  keys: z.array(keySchema),
  fields: z.array(fieldSchema),
  leads: z.array(leadSchema).transform((leads) => new Map(leads.map((lead) => [lead.id, lead]))),
  subscriptions: z.array(subscriptionSchema),
  deliveries: z.array(deliverySchema),
  logSeq: z.number(),
  log: z.array(logEntrySchema),
  // A file of an earlier version lacks choices added since: they get their defaults.
  faults: z.preprocess(overlay(NO_FAULTS), faultsSchema),
  settings: z.preprocess(overlay(DEFAULT_SETTINGS), settingsSchema),
  shape: z.preprocess(overlay(DEFAULT_SHAPE), shapeSchema),
});

/** Everything the sandbox knows; what is written to its file. */
export type State = z.infer<typeof stateSchema>;

/** A lead as plain data: a Map would be lost in JSON. */
const toPlain = (lead: Lead) => ({ ...lead, answers: [...lead.answers] });

/** The log in memory is longer; writing all of it would slow down every write of a busy minute. */
const LOG_KEPT = 500;

/** The text of the state file. `stateSchema` reads it back unchanged, except for the log's older entries. */
export function serialiseState(state: State): string {
  return JSON.stringify({
    ...state,
    log: state.log.slice(-LOG_KEPT),
    leads: [...state.leads.values()].map(toPlain),
  });
}
