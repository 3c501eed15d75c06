import 'server-only';
import type { Log } from '@/lib/log';
import { restated, ServiceError } from './error';
import type { StoredToken, TokenStore } from './token-store';
import type { TokenReading } from './wire/token';

export type TokenSource = {
  /** A token that should work now. Many callers cause one request. */
  current(): Promise<string>;
  /** The service took this token. */
  accepted(accessToken: string): void;
  /** The service refused this token. Answers whether trying again with `current()` makes sense. */
  refused(accessToken: string, status: number): Promise<boolean>;
};

type Deps = { store: TokenStore; request: () => Promise<TokenReading>; now: () => Date; log: Log };
type Held = StoredToken & { renewAt: number };

const COOL_DOWN_MS = 30_000;
const LARGEST_MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;
/** A stored token with less left than this is not worth taking up. */
const LEAST_LEFT_MS = 6_000;
/** A 403 may mean one record we may not see, for which no new token helps: one try in this time is enough. */
const FORBIDDEN_RENEWAL_MS = 5 * 60_000;
/** Refused tokens are remembered, so that one is not taken from the store again before it is cleared there. */
const REMEMBERED = 8;

/**
 * Keeps the access token (the interface, section 5, rule 4): one request in flight per process, one token for
 * all processes through the store, renewed shortly before its end, replaced once when refused. After a failed
 * request callers fail fast for 30 s, or go on with a token that still works.
 */
export function createTokenSource({ store, request, now, log }: Deps): TokenSource {
  let held: Held | undefined;
  let inFlight: Promise<Held> | undefined;
  let coolDown: { until: number; error: ServiceError } | undefined;
  let replacement: { accessToken?: string; at: number } | undefined;
  let forbiddenAt = Number.NEGATIVE_INFINITY;
  const dead: string[] = [];
  const clock = () => now().getTime();

  async function renew(): Promise<Held> {
    try {
      held = await obtain();
      if (replacement && replacement.accessToken === undefined) replacement.accessToken = held.accessToken;
      return held;
    } catch (error) {
      const failure = asServiceError(error);
      if (held && clock() < held.expiresAt.getTime()) return held;
      throw failure;
    }
  }

  async function obtain(): Promise<Held> {
    if (coolDown && clock() < coolDown.until) {
      throw restated(coolDown.error, { retryAfterMs: coolDown.until - clock() });
    }
    return store.exclusively(async () => {
      const stored = await store.read();
      if (stored && isWorthTaking(stored)) return toHeld(stored);
      const askedAt = clock();
      const { accessToken, lifetimeMs } = await requested();
      const token = { accessToken, expiresAt: new Date(askedAt + lifetimeMs) };
      await keep(token);
      return toHeld(token);
    });
  }

  async function requested(): Promise<TokenReading> {
    try {
      const reading = await request();
      coolDown = undefined;
      return reading;
    } catch (error) {
      if (error instanceof ServiceError) {
        coolDown = { until: clock() + Math.max(COOL_DOWN_MS, error.retryAfterMs ?? 0), error };
        log.warn('service.token-failed', { kind: error.kind, status: error.status });
      }
      throw error;
    }
  }

  function isWorthTaking({ accessToken, expiresAt }: StoredToken): boolean {
    const isOwn = accessToken === held?.accessToken;
    return !isOwn && !dead.includes(accessToken) && expiresAt.getTime() - clock() > LEAST_LEFT_MS;
  }

  function toHeld(token: StoredToken): Held {
    const end = token.expiresAt.getTime();
    return { ...token, renewAt: end - Math.min(LARGEST_MARGIN_MS, MARGIN_SHARE * (end - clock())) };
  }

  /** A token that could not be kept still works for this process. */
  async function keep(token: StoredToken): Promise<void> {
    await store.write(token).catch(() => log.warn('service.token-not-stored'));
  }

  /** A token that came for a refused one and was refused as well: it is not the token that is wrong. */
  function isHopeless(accessToken: string, status: number): boolean {
    const failedReplacement =
      replacement?.accessToken === accessToken && clock() - replacement.at < COOL_DOWN_MS;
    return failedReplacement || (status === 403 && clock() - forbiddenAt < FORBIDDEN_RENEWAL_MS);
  }

  return {
    async current() {
      if (held && clock() < held.renewAt) return held.accessToken;
      inFlight ??= renew().finally(() => {
        inFlight = undefined;
      });
      return (await inFlight).accessToken;
    },
    accepted(accessToken) {
      if (replacement?.accessToken === accessToken) replacement = undefined;
    },
    async refused(accessToken, status) {
      const isLate = held ? held.accessToken !== accessToken : dead.includes(accessToken);
      if (isLate) return true;
      if (isHopeless(accessToken, status)) return false;
      if (status === 403) forbiddenAt = clock();
      dead.push(accessToken);
      if (dead.length > REMEMBERED) dead.shift();
      held = undefined;
      replacement = { at: clock() };
      await store.clear(accessToken).catch(() => log.warn('service.token-not-cleared'));
      return true;
    },
  };
}

function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('unavailable', 'token: the place where it is kept cannot be reached', {
    step: 'token',
    reached: 'no',
    cause: error,
  });
}
