import 'server-only';
import type { z } from 'zod';
import { ServiceError } from '../error';

/** A small state that all processes of a desk share. Everything in it survives JSON: no infinity, no dates. */
export type SharedState<State> = { name: string; schema: z.ZodType<State> };

/** What a move makes of a state, and what it tells the one who made it. */
export type Transition<State, Result> = { state: State; result: Result };

/** Where the shared states are kept. */
export type SharedStateStore = {
  /**
   * Changes a state as if nobody else did at that time. `move` must be pure: it may run several times. It gets
   * undefined if there is no state yet, or one that an older version of the desk left and nobody can read.
   */
  step<State, Result>(
    gate: SharedState<State>,
    move: (state: State | undefined) => Transition<State, Result>,
  ): Promise<Result>;
  read<State>(gate: SharedState<State>): Promise<State | undefined>;
};

/** The states of one process, for tests and tools. They pass through JSON, as they do in a database. */
export function memorySharedStateStore(): SharedStateStore {
  const kept = new Map<string, string>();
  const known = <State>({ name, schema }: SharedState<State>) =>
    schema.safeParse(JSON.parse(kept.get(name) ?? 'null')).data;
  return {
    step: async (gate, move) => {
      const { state, result } = move(known(gate));
      kept.set(gate.name, JSON.stringify(state));
      return result;
    },
    read: async (gate) => known(gate),
  };
}

/**
 * The same store, its failures told as ServiceError: without the shared state nobody knows whether a call may
 * go out, so none does.
 */
export function failingFast(store: SharedStateStore): SharedStateStore {
  return {
    step: (gate, move) => store.step(gate, move).catch(cannotAgree),
    read: (gate) => store.read(gate).catch(cannotAgree),
  };
}

function cannotAgree(cause: unknown): never {
  const message = 'not asked: the place where all processes agree on their calls cannot be reached';
  throw new ServiceError('unavailable', message, { step: 'desk', reached: 'no', cause });
}
