import type { Environment } from './environment';
import type { Deliveries } from './events/deliver';
import type { LeadHistory } from './lead-history';
import type { Mailbox } from './mailbox/mailbox';
import type { Lead } from './model';
import type { State } from './state';

/** The running service, shared by its parts. */
export type Sandbox = Environment & {
  state: State;
  /** To be called after every change of `state`. */
  changed(): void;
  deliveries: Deliveries;
  leadHistory: LeadHistory;
  /** Like `leadHistory`, for changes by PATCH only. */
  patchHistory: LeadHistory;
  /** In memory: after a restart they were never there. */
  deletedLeads: Map<string, Lead>;
  mailbox: Mailbox;
  /** The sandbox's own address, without a slash at the end. */
  url(): string;
  /** The state that a reset restores. */
  start: { tokenSeconds?: number; latencyMs?: number; seedLeads: number };
};
