import 'server-only';
import { createForbiddenRule, MIN_LIFETIME_MS } from './forbidden';
import { createRenewal, type RenewalDeps } from './token-renewal';
import { renewalTime, type StoredToken } from './token-store';

export type TokenSource = {
  /** A token that should work now. Concurrent callers share one request. */
  current(): Promise<string>;
  /** Reports the response to a call with this token; `after` is the status of the refusal that this call retries. */
  answered(accessToken: string, response: { status: number; after?: number }): void;
  /** Reports that the service refused this token. Returns whether a retry with `current()` makes sense. */
  refused(accessToken: string, status: number): Promise<boolean>;
};

/** After a refusal: how long a replacement that is refused too is not replaced again. */
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
  let token: (StoredToken & { hasWorked?: boolean }) | undefined;
  let inFlight: Promise<StoredToken> | undefined;
  /** The replacement for a refused token; `mayEnd` while a refusal may mean that it has expired too. */
  let replacement: { accessToken?: string; at: number; mayEnd: boolean } | undefined;
  const dead: string[] = [];

  async function renew(): Promise<StoredToken> {
    const due = token?.accessToken;
    try {
      token = await obtain((accessToken) => accessToken === due || dead.includes(accessToken));
      if (replacement) replacement.accessToken ??= token.accessToken;
      return token;
    } catch (error) {
      if (token && clock() < token.expiresAt.getTime()) return token;
      throw error;
    }
  }

  function discard(accessToken: string): void {
    dead.push(accessToken);
    if (dead.length > REMEMBERED) dead.shift();
    replacement = { at: clock(), mayEnd: token?.hasWorked === true };
    token = undefined;
    forbidden.tokenReplaced();
  }

  const isReplaced = (accessToken: string) =>
    token ? token.accessToken !== accessToken : dead.includes(accessToken);

  const isYoung = () => token !== undefined && clock() - token.issuedAt.getTime() < MIN_LIFETIME_MS;

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
    const life = token && { issuedAt: token.issuedAt.getTime(), expiresAt: token.expiresAt.getTime() };
    return forbidden.isWorthRenewal(life, clock());
  }

  /**
   * Whether another process has stored a token that was not refused here. Not checked for a token that is new
   * itself: none is newer.
   */
  async function hasOther(accessToken: string): Promise<boolean> {
    if (isYoung()) return false;
    const stored = await deps.store.read().catch(() => undefined);
    return stored !== undefined && stored.accessToken !== accessToken && !dead.includes(stored.accessToken);
  }

  return {
    async current() {
      if (token && clock() < renewalTime(token)) return token.accessToken;
      inFlight ??= renew().finally(() => {
        inFlight = undefined;
      });
      return (await inFlight).accessToken;
    },
    answered(accessToken, { status, after }) {
      if (isKeyRefusal(status)) return;
      if (replacement?.accessToken === accessToken) replacement = undefined;
      if (!isProof(status)) return;
      if (token?.accessToken === accessToken) token.hasWorked = true;
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
