import 'server-only';
import { createRenewal, type RenewalDeps } from './token-renewal';
import type { StoredToken } from './token-store';

export type TokenSource = {
  /** A token that should work now. Many callers cause one request. */
  current(): Promise<string>;
  /** The service took this token. */
  accepted(accessToken: string): void;
  /** The service refused this token. Answers whether trying again with `current()` makes sense. */
  refused(accessToken: string, status: number): Promise<boolean>;
};

type Held = StoredToken & { renewAt: number };

const LARGEST_MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;
/** For so long a token that came for a refused one, and is refused as well, is not replaced once more. */
const HOPELESS_MS = 30_000;
/** A 403 may mean one record we may not see, for which no new token helps: one try in this time is enough. */
const FORBIDDEN_RENEWAL_MS = 5 * 60_000;
/** Refused tokens are remembered, so that one is not taken from the store again before it is cleared there. */
const REMEMBERED = 8;

/**
 * Keeps the access token (the interface, section 5, rule 4): one request in flight per process, renewed
 * shortly before its end, replaced once when refused. While it cannot be renewed, it is used to its end.
 */
export function createTokenSource(deps: RenewalDeps): TokenSource {
  const obtain = createRenewal(deps);
  const clock = () => deps.now().getTime();
  let held: Held | undefined;
  let inFlight: Promise<Held> | undefined;
  let replacement: { accessToken?: string; at: number } | undefined;
  let forbiddenAt = Number.NEGATIVE_INFINITY;
  const dead: string[] = [];

  async function renew(): Promise<Held> {
    const due = held?.accessToken;
    try {
      const token = await obtain((accessToken) => accessToken === due || dead.includes(accessToken));
      held = { ...token, renewAt: renewalTime(token, clock()) };
      if (replacement) replacement.accessToken ??= held.accessToken;
      return held;
    } catch (error) {
      if (held && clock() < held.expiresAt.getTime()) return held;
      throw error;
    }
  }

  function bury(accessToken: string): void {
    dead.push(accessToken);
    if (dead.length > REMEMBERED) dead.shift();
    held = undefined;
    replacement = { at: clock() };
  }

  /** Whether it is not the token that is wrong. */
  function isHopeless(accessToken: string, status: number): boolean {
    const isRefusedAgain = replacement?.accessToken === accessToken && clock() - replacement.at < HOPELESS_MS;
    return isRefusedAgain || (status === 403 && clock() - forbiddenAt < FORBIDDEN_RENEWAL_MS);
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
      bury(accessToken);
      await deps.store.clear(accessToken).catch(() => deps.log.warn('service.token-not-cleared'));
      return true;
    },
  };
}

function renewalTime({ expiresAt }: StoredToken, now: number): number {
  const end = expiresAt.getTime();
  return end - Math.min(LARGEST_MARGIN_MS, MARGIN_SHARE * (end - now));
}
