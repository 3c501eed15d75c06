import 'server-only';

/** Why somebody did not get in, as the address of the sign-in page and the audit log name it. */
export const REFUSALS = [
  /** The company's sign-in said no, or the person turned back there. */
  'provider',
  /** The company's sign-in did not answer, or its settings here are wrong. */
  'unreachable',
  /** What came back from it belongs to no sign-in that this browser began in the last minutes. */
  'stale',
  /** It does not say that the address is theirs. */
  'unproven',
  /** Another account of the company came with this address before, or this account with another address. */
  'other-account',
  'disabled',
  /** The link of a mail was used, is too old, or is from another browser. */
  'link',
  'failed',
] as const;

export type Refusal = (typeof REFUSALS)[number];

/** How next-auth names them; whatever else it says is `failed`. */
const OF_NEXT_AUTH: ReadonlyMap<string, Refusal> = new Map([
  ['OAuthSignin', 'unreachable'],
  ['OAuthCallback', 'stale'],
]);

/** What the address says about the last attempt, whoever wrote it there; undefined if it says nothing. */
export function toRefusal(error: string | string[] | undefined): Refusal | undefined {
  if (error === undefined) return undefined;
  const known = REFUSALS.find((refusal) => refusal === error);
  return known ?? OF_NEXT_AUTH.get(String(error)) ?? 'failed';
}
