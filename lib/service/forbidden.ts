import 'server-only';

/** What is known of a token when it is refused, in epoch milliseconds. */
export type TokenLife = { issuedAt: number; expiresAt: number };

/** A token of this age may have ended, whatever was stated. */
const OLD_MS = 30_000;
/** No token is expected to live shorter: one younger than this did not end by itself. */
export const MIN_LIFETIME_MS = 5_000;
/** How often a 403 to a young token is tried with a new one while nothing suggests that this helps. */
const TRY_EVERY_MS = 5 * 60_000;

/** Tells the two meanings of a 403 apart (the interface, section 7): the end of a token, or one record that this key may not see. */
export type ForbiddenRule = {
  /** Whether a call that was answered 403 with this token is worth a new one. */
  isWorthRenewal(token: TokenLife | undefined, now: number): boolean;
  /** A call was answered in a way that shows that its token was taken. */
  tokenTaken(options: { afterForbidden: boolean }): void;
  /** Another token takes the place of the one that was refused. */
  tokenReplaced(): void;
};

/**
 * A new token is worth trying for one that may have ended by its age, for its second 403 in a row, at a service where
 * a new one has helped before, and now and then without any of these.
 */
export function createForbiddenRule(): ForbiddenRule {
  let hasHelped = false;
  let inARow = 0;
  let triedAt = Number.NEGATIVE_INFINITY;

  function mayHaveEnded(token: TokenLife | undefined, now: number): boolean {
    if (!token) return false;
    const age = now - token.issuedAt;
    // Issued in our future: our clock was set back, and how old it is nobody knows.
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
