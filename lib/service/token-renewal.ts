import 'server-only';
import type { Log } from '@/lib/core/log';
import { ServiceError, withChanges } from './error';
import { renewalTime, type StoredToken, type TokenStore } from './token-store';
import type { ParsedToken } from './wire/token';

export type RenewalDeps = {
  store: TokenStore;
  request: () => Promise<ParsedToken>;
  now: () => Date;
  log: Log;
};

/** Gets a token that is not `spent`. */
export type Renewal = (spent: (accessToken: string) => boolean) => Promise<StoredToken>;

const COOL_DOWN_MS = 30_000;

/**
 * Gets a token: one that another process stored, or a new one, which it then stores. One process at a time.
 * After a failed request this process does not ask again for 30 s: callers fail fast, unless another process
 * has stored a token by then.
 */
export function createRenewal({ store, request, now, log }: RenewalDeps): Renewal {
  let coolDown: { since: number; forMs: number; error: ServiceError } | undefined;
  const clock = () => now().getTime();

  async function requested(): Promise<ParsedToken> {
    try {
      return await request();
    } catch (error) {
      if (error instanceof ServiceError) {
        const forMs = Math.max(COOL_DOWN_MS, error.retryAfterMs ?? 0);
        coolDown = { since: clock(), forMs, error };
        log.warn('service.token-failed', { kind: error.kind, status: error.status });
      }
      throw error;
    }
  }

  /** How long to wait before asking; 0 if there is no reason to wait, or if our clock was set back. */
  function restMs({ since, forMs }: { since: number; forMs: number }): number {
    const passed = clock() - since;
    return passed < 0 ? 0 : Math.max(0, forMs - passed);
  }

  /** The stored token, if it is usable. */
  async function storedToken(spent: (accessToken: string) => boolean): Promise<StoredToken | undefined> {
    const stored = await store.read();
    return stored && clock() < renewalTime(stored) && !spent(stored.accessToken) ? stored : undefined;
  }

  async function exchange(spent: (accessToken: string) => boolean): Promise<StoredToken> {
    const stored = await storedToken(spent);
    if (stored) return stored;
    const issuedAt = now();
    const { accessToken, lifetimeMs } = await requested();
    const token = { accessToken, issuedAt, expiresAt: new Date(issuedAt.getTime() + lifetimeMs) };
    // A token that could not be stored still works for this process.
    await store.write(token).catch(() => log.warn('service.token-not-stored'));
    return token;
  }

  return async (spent) => {
    try {
      const retryAfterMs = coolDown ? restMs(coolDown) : 0;
      if (coolDown && retryAfterMs > 0) {
        const stored = await storedToken(spent);
        if (stored) return stored;
        throw withChanges(coolDown.error, { retryAfterMs });
      }
      return await store.withLock(() => exchange(spent));
    } catch (error) {
      throw error instanceof ServiceError ? error : storeFailed(error);
    }
  };
}

function storeFailed(cause: unknown): ServiceError {
  const message = 'token: the place where it is kept cannot be reached';
  return new ServiceError('unavailable', message, { step: 'desk', reached: 'no', cause });
}
