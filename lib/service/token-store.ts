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
