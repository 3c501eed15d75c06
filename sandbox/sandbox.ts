import { randomBytes } from 'node:crypto';
import type { Deliveries } from './events/deliver';
import type { State } from './state';

/** Where time and chance come from. */
export type Nature = {
  now(): Date;
  /** 0 up to, not including, 1. */
  random(): number;
  /** As many random bytes, as lowercase hex. */
  hex(bytes: number): string;
};

export const NATURE: Nature = {
  now: () => new Date(),
  random: Math.random,
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};

/** The running service as its parts see it. */
export type Sandbox = Nature & {
  state: State;
  /** To be called after every change of `state`. */
  changed(): void;
  deliveries: Deliveries;
  /** The sandbox's own address, without a slash at the end. */
  url(): string;
  /** What a reset goes back to. */
  start: { tokenSeconds?: number; latencyMs?: number; seedLeads: number };
};
