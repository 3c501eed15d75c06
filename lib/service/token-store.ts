import 'server-only';

export type StoredToken = {
  accessToken: string;
  /** When it was requested, by our own clock. */
  issuedAt: Date;
  /** When it is assumed to expire. */
  expiresAt: Date;
};

const MAX_MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;
/** A stated lifetime is in whole seconds, rounded down by up to one, and a call takes a moment. */
const MIN_MARGIN_MS = 1_500;

/** When a token is due for renewal and no longer used for new calls, in epoch milliseconds. */
export function renewalTime({ issuedAt, expiresAt }: StoredToken): number {
  const end = expiresAt.getTime();
  const share = MARGIN_SHARE * (end - issuedAt.getTime());
  return end - Math.min(MAX_MARGIN_MS, Math.max(MIN_MARGIN_MS, share));
}

/** The store of the access token, shared by all processes of a desk. */
export type TokenStore = {
  read(): Promise<StoredToken | undefined>;
  write(token: StoredToken): Promise<void>;
  /** Removes the stored token only if it is this one: a newer one from another process must stay. */
  clear(accessToken: string): Promise<void>;
  /** Runs `work` while no other process runs its own. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
};

/** An in-process token store, for tests and tools. */
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
    withLock: (work) => {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
