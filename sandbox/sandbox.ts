import type { Nature } from './environment';
import type { Deliveries } from './events/deliver';
import type { Past } from './lead-history';
import type { Mailbox } from './mailbox/mailbox';
import type { State } from './state';

/** The running service as its parts see it. */
export type Sandbox = Nature & {
  state: State;
  /** To be called after every change of `state`. */
  changed(): void;
  deliveries: Deliveries;
  past: Past;
  /** As `past`, of changes by PATCH alone. */
  patched: Past;
  mailbox: Mailbox;
  /** The sandbox's own address, without a slash at the end. */
  url(): string;
  /** What a reset goes back to. */
  start: { tokenSeconds?: number; latencyMs?: number; seedLeads: number };
};
