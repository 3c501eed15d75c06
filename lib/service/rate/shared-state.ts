import 'server-only';
import { z } from 'zod';
import { ServiceError } from '../error';

/** Classes of calls, most urgent first: a person is waiting, a webhook or a page caused it, the full sync. */
export const CALL_CLASSES = ['interactive', 'background', 'fullSync'] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

/** What all processes that use one key know about calling the service. Times are epoch milliseconds. */
export const sharedStateSchema = z.object({
  /** After a 429, no call of the class goes out until then. */
  closedUntil: z.object({ interactive: z.number(), background: z.number(), fullSync: z.number() }),
  /** The open circuit: no call goes out until then, and after that only a probe. Null while it is closed. */
  circuit: z
    .object({
      reason: z.enum(['unavailable', 'unauthorized', 'forbidden']),
      until: z.number(),
      /** By when the probe of some process ends; 0 without one. */
      probeUntil: z.number(),
    })
    .nullable(),
});

export type SharedState = z.infer<typeof sharedStateSchema>;
export type OpenCircuit = NonNullable<SharedState['circuit']>;

/** Where the state is stored. */
export type SharedStateStore = {
  read(): Promise<SharedState>;
  /** Changes the state atomically. `move` may run several times; it returns the same object to change nothing. */
  change(move: (state: SharedState) => SharedState): Promise<{ before: SharedState; after: SharedState }>;
};

/** Before anything is known. */
export const NOTHING_KNOWN: SharedState = {
  closedUntil: { interactive: 0, background: 0, fullSync: 0 },
  circuit: null,
};

/** An in-process store, for tests and tools. */
export function memorySharedStateStore(): SharedStateStore {
  let state = NOTHING_KNOWN;
  return {
    read: async () => state,
    change: async (move) => {
      const before = state;
      state = move(before);
      return { before, after: state };
    },
  };
}

/** The same store, failing with a ServiceError: without the state it is unknown whether a call may be sent. */
export function failingFast({ read, change }: SharedStateStore): SharedStateStore {
  const fail = (cause: unknown): never => {
    const message = 'not sent: the state that all processes share cannot be reached';
    throw new ServiceError('unavailable', message, { step: 'desk', reached: 'no', cause });
  };
  return { read: () => read().catch(fail), change: (move) => change(move).catch(fail) };
}

/** The longest wait there is (see `parseRetryAfter`), and a minute: anything longer was written by a wrong clock. */
const MAX_WAIT_MS = 16 * 60_000;

/** Milliseconds until then. */
export function msUntil(until: number, now: number): number {
  return until - now > MAX_WAIT_MS ? 0 : Math.max(0, until - now);
}
