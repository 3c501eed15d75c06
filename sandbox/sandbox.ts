import type { Environment } from './environment';
import type { Deliveries } from './events/deliver';
import type { LeadHistory } from './lead-history';
import type { Mailbox } from './mailbox/mailbox';
import type { State } from './state';

/** The running service as its parts see it. */
export type Sandbox = Environment & {
  state: State;
  /** To be called after every change of `state`. */
  changed(): void;
  deliveries: Deliveries;
  leadHistory: LeadHistory;
  /** As `leadHistory`, of changes by PATCH alone. */
  patchHistory: LeadHistory;
  mailbox: Mailbox;
  /** The sandbox's own address, without a slash at the end. */
  url(): string;
  /** What a reset goes back to. */
  start: { tokenSeconds?: number; latencyMs?: number; seedLeads: number };
};
