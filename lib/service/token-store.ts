import 'server-only';

export type StoredToken = {
  accessToken: string;
  /** When it was asked for, by our own clock. */
  issuedAt: Date;
  /** When it is assumed to expire. */
  expiresAt: Date;
};

const MAX_MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;
/** A stated lifetime is in whole seconds, of which up to one is cut off, and a call is under way for a moment. */
const MIN_MARGIN_MS = 1_500;

/** From when on a token is renewed, and not used for new calls, in epoch milliseconds. */
export function renewalTime({ issuedAt, expiresAt }: StoredToken): number {
  const end = expiresAt.getTime();
  const share = MARGIN_SHARE * (end - issuedAt.getTime());
  return end - Math.min(MAX_MARGIN_MS, Math.max(MIN_MARGIN_MS, share));
}

/** Where the access token is kept, so that all processes of a desk share one. */
export type TokenStore = {
  read(): Promise<StoredToken | undefined>;
  write(token: StoredToken): Promise<void>;
  /** Removes the stored token only if it is this one: a later one of another process must stay. */
  clear(accessToken: string): Promise<void>;
  /** Runs `work` while no other process runs its own. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
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
    withLock: (work) => {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
