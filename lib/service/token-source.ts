import 'server-only';
import { createForbiddenRule, MIN_LIFETIME_MS } from './forbidden';
import { createRenewal, type RenewalDeps } from './token-renewal';
import { renewalTime, type StoredToken } from './token-store';

export type TokenSource = {
  /** A token that should work now. Concurrent callers share one request. */
  current(): Promise<string>;
  /** Reports the response to a call with this token; `after` is the refusal that this call retried. */
  answered(accessToken: string, answer: { status: number; after?: number }): void;
  /** Reports that the service refused this token. Returns whether a retry with `current()` makes sense. */
  refused(accessToken: string, status: number): Promise<boolean>;
};

/** How long the replacement of a refused token is not replaced again after it is refused too. */
const HOPELESS_MS = 30_000;
/** Refused tokens are remembered, so that they are not taken from the store again before it is cleared. */
const REMEMBERED = 8;

const FORBIDDEN = 403;

/**
 * Keeps the access token (the interface, section 5, rule 4): one request in flight per process, renewed
 * shortly before its end, replaced once when refused. While it cannot be renewed, it is used to its end.
 */
export function createTokenSource(deps: RenewalDeps): TokenSource {
  const obtain = createRenewal(deps);
  const clock = () => deps.now().getTime();
  const forbidden = createForbiddenRule();
  let held: (StoredToken & { hasWorked?: boolean }) | undefined;
  let inFlight: Promise<StoredToken> | undefined;
  /** The replacement for a refused token; `mayEnd` while a refusal may mean that it has expired too. */
  let replacement: { accessToken?: string; at: number; mayEnd: boolean } | undefined;
  const dead: string[] = [];

  async function renew(): Promise<StoredToken> {
    const due = held?.accessToken;
    try {
      held = await obtain((accessToken) => accessToken === due || dead.includes(accessToken));
      if (replacement) replacement.accessToken ??= held.accessToken;
      return held;
    } catch (error) {
      if (held && clock() < held.expiresAt.getTime()) return held;
      throw error;
    }
  }

  function discard(accessToken: string): void {
    dead.push(accessToken);
    if (dead.length > REMEMBERED) dead.shift();
    replacement = { at: clock(), mayEnd: held?.hasWorked === true };
    held = undefined;
    forbidden.tokenReplaced();
  }

  const isReplaced = (accessToken: string) =>
    held ? held.accessToken !== accessToken : dead.includes(accessToken);

  const isYoung = () => held !== undefined && clock() - held.issuedAt.getTime() < MIN_LIFETIME_MS;

  /**
   * Whether a new token cannot help, because the replacement for a refused one is refused too. Not if the
   * former has worked and this one is not new: another process stored it, and it may have expired.
   */
  function isHopeless(accessToken: string): boolean {
    if (replacement?.accessToken !== accessToken) return false;
    if (Math.abs(clock() - replacement.at) >= HOPELESS_MS) return false;
    replacement.mayEnd &&= !isYoung();
    return !replacement.mayEnd;
  }

  function isWorthRenewal(accessToken: string, status: number): boolean {
    if (isHopeless(accessToken)) return false;
    if (status !== FORBIDDEN) return true;
    const life = held && { issuedAt: held.issuedAt.getTime(), expiresAt: held.expiresAt.getTime() };
    return forbidden.isWorthRenewal(life, clock());
  }

  /** Whether another process has stored a token that was not refused here. */
  async function hasOther(accessToken: string): Promise<boolean> {
    if (isYoung()) return false;
    const stored = await deps.store.read().catch(() => undefined);
    return stored !== undefined && stored.accessToken !== accessToken && !dead.includes(stored.accessToken);
  }

  return {
    async current() {
      if (held && clock() < renewalTime(held)) return held.accessToken;
      inFlight ??= renew().finally(() => {
        inFlight = undefined;
      });
      return (await inFlight).accessToken;
    },
    answered(accessToken, { status, after }) {
      if (isKeyRefusal(status)) return;
      if (replacement?.accessToken === accessToken) replacement = undefined;
      if (!isProof(status)) return;
      if (held?.accessToken === accessToken) held.hasWorked = true;
      forbidden.tokenTaken({ afterForbidden: after === FORBIDDEN });
    },
    async refused(accessToken, status) {
      if (isReplaced(accessToken)) return true;
      if (!isWorthRenewal(accessToken, status) && !(await hasOther(accessToken))) return false;
      // Another call may have replaced it by now.
      if (isReplaced(accessToken)) return true;
      discard(accessToken);
      await deps.store.clear(accessToken).catch(() => deps.log.warn('service.token-not-cleared'));
      return true;
    },
  };
}

/** Whether the service refused the token, or the key behind it. */
export function isKeyRefusal(status: number): boolean {
  return status === 401 || status === FORBIDDEN;
}

/** Whether a response shows that the token was accepted: a 429 or a 5xx may precede the check. */
function isProof(status: number): boolean {
  return status < 500 && status !== 429 && !isKeyRefusal(status);
}
