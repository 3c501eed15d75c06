import 'server-only';

/** What is known about a refused token, in epoch milliseconds. */
export type TokenLife = { issuedAt: number; expiresAt: number };

/** A token of this age may have expired, regardless of its stated lifetime. */
const OLD_MS = 30_000;
/** No token is expected to live shorter than this: a younger one has not expired. */
export const MIN_LIFETIME_MS = 5_000;
/** How often a 403 to a young token is retried with a new one while nothing suggests that this helps. */
const TRY_EVERY_MS = 5 * 60_000;

/**
 * Distinguishes the two meanings of a 403 (the interface, section 7): an expired token, or one record that
 * this key may not access.
 */
export type ForbiddenRule = {
  /** Whether a call that got a 403 with this token should be retried with a new one. */
  isWorthRenewal(token: TokenLife | undefined, now: number): boolean;
  /** Reports a response that shows that the token was accepted. */
  tokenTaken(options: { afterForbidden: boolean }): void;
  /** Reports that another token replaces the refused one. */
  tokenReplaced(): void;
};

/**
 * A new token is tried if the old one may have expired by its age, on its second 403 in a row, if a new one
 * has helped with this service before, and otherwise every few minutes.
 */
export function createForbiddenRule(): ForbiddenRule {
  let hasHelped = false;
  let inARow = 0;
  let triedAt = Number.NEGATIVE_INFINITY;

  function mayHaveEnded(token: TokenLife | undefined, now: number): boolean {
    if (!token) return false;
    const age = now - token.issuedAt;
    // Issued in our future: our clock was set back, so the token's age is unknown.
    if (age < 0) return true;
    const oldMs = hasHelped ? MIN_LIFETIME_MS : OLD_MS;
    return age >= Math.min(oldMs, (token.expiresAt - token.issuedAt) / 2);
  }

  return {
    isWorthRenewal(token, now) {
      inARow += 1;
      const isDue = Math.abs(now - triedAt) >= TRY_EVERY_MS;
      if (!mayHaveEnded(token, now) && inARow < 2 && !isDue) return false;
      triedAt = now;
      return true;
    },
    tokenTaken({ afterForbidden }) {
      inARow = 0;
      hasHelped ||= afterForbidden;
    },
    tokenReplaced() {
      inARow = 0;
    },
  };
}
