import 'server-only';

export type StoredToken = { accessToken: string; expiresAt: Date };

/** Where the access token is kept, so that all processes of a desk share one. */
export type TokenStore = {
  read(): Promise<StoredToken | undefined>;
  write(token: StoredToken): Promise<void>;
  /** Removes the stored token only if it is this one: a later one of another process must stay. */
  clear(accessToken: string): Promise<void>;
  /** Runs `work` while no other process runs its own. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
};

/** Kinds of calls, most urgent first: what a person waits for, what a webhook asks for, and the rest. */
export const CALL_CLASSES = ['create', 'refresh', 'sweep'] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

/** Until when a class of calls rests, known to all processes. A later `until` stays when an earlier is written. */
export type PauseStore = {
  read(callClass: CallClass): Promise<Date | undefined>;
  write(callClass: CallClass, until: Date): Promise<void>;
};

/** A token store of one process, for tests and tools. */
export function memoryTokenStore(): TokenStore {
  let stored: StoredToken | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: async () => stored,
    write: async (token) => {
      stored = token;
    },
    clear: async (accessToken) => {
      if (stored?.accessToken === accessToken) stored = undefined;
    },
    exclusively: (work) => {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** A pause store of one process, for tests and tools. */
export function memoryPauseStore(): PauseStore {
  const pauses = new Map<CallClass, Date>();
  return {
    read: async (callClass) => pauses.get(callClass),
    write: async (callClass, until) => {
      const known = pauses.get(callClass);
      if (!known || known < until) pauses.set(callClass, until);
    },
  };
}
