import 'server-only';

/** Why a sign-in was refused, as named in the sign-in page's URL and the audit log. */
export const SIGN_IN_REFUSALS = [
  /** The company's sign-in refused, or the person cancelled there. */
  'provider',
  /** The company's sign-in did not respond, or failed. */
  'unreachable',
  /** The company's sign-in and its settings here do not fit; the audit log names the cause. */
  'misconfigured',
  /** The response matches no sign-in that this browser started recently. */
  'stale',
  /** The address is not verified. */
  'unproven',
  /** The address is linked to another company account, or this account to another address. */
  'other-account',
  'disabled',
  /** The link was used, has expired, or belongs to another browser. */
  'link',
  'failed',
] as const;

export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

/** next-auth's names for them; anything else is `failed`. */
const OF_NEXT_AUTH: ReadonlyMap<string, SignInRefusal> = new Map([
  ['OAuthSignin', 'unreachable'],
  ['OAuthCallback', 'stale'],
]);

/** The refusal in the URL, which is untrusted; undefined if there is none. */
export function toSignInRefusal(error: string | string[] | undefined): SignInRefusal | undefined {
  if (error === undefined) return undefined;
  const known = SIGN_IN_REFUSALS.find((refusal) => refusal === error);
  return known ?? OF_NEXT_AUTH.get(String(error)) ?? 'failed';
}
