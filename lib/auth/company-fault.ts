import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignInRefusal } from './sign-in-refusal';

/** Why the company's sign-in failed for a reason that an admin can cure; the audit log has a text for each. */
type CompanyFaultReason =
  | ('credentials' | 'issuer' | 'audience' | 'nonce' | 'clock' | 'signature')
  | ('no-answer' | 'provider-error' | 'company-other');

export type CompanyFault = {
  /** What the person reads: try again later, or ask the admin. */
  refusal: Extract<SignInRefusal, 'unreachable' | 'misconfigured'>;
  reason: CompanyFaultReason;
  /** In the words of openid-client or the provider. */
  message: string;
};

/** How errors of next-auth and openid-client begin that come from the address alone, or mean: this browser must start again. */
const STALE =
  /^(?:state|PKCE|nonce cookie|nonce value|invalid_grant|checks\.state|iss mismatch|iss missing|code missing)/i;

/** How their other errors begin, and their codes. Times of the id token may be 10 seconds off. */
const REASONS: readonly [RegExp, CompanyFaultReason][] = [
  [/^(?:invalid_client|unauthorized_client|expected 200 OK, got: 40[13])/, 'credentials'],
  [/^unexpected iss/, 'issuer'],
  [/^(?:aud |azp )/, 'audience'],
  [/^nonce mismatch/, 'nonce'],
  [/^JWT (?:not active yet|expired|issued)/, 'clock'],
  [/^(?:failed to validate JWT|no valid key|unexpected JWT alg)/, 'signature'],
  [/^(?:server_error|temporarily_unavailable|expected 200 OK, got: 5)/, 'provider-error'],
  [
    /^outgoing request timed out|^(?:connect|getaddrinfo|read|socket) |^(?:ECONN|ENOTFOUND|EAI_|EHOST|CERT_)/,
    'no-answer',
  ],
];

/** Those that may be over in a few minutes. */
const PASSING: readonly CompanyFaultReason[] = ['no-answer', 'provider-error'];

/**
 * What an error of the company's sign-in means; undefined if nothing here is wrong, and the person only has to start again.
 *
 * @param error as next-auth logs it: it keeps the message and the code of openid-client's error, and not its class
 */
function companyFaultOf(error: Error & { code?: unknown }): CompanyFault | undefined {
  const { message } = error;
  if (STALE.test(message)) return undefined;
  const texts = [message, String(error.code ?? '')];
  const found = REASONS.find(([pattern]) => texts.some((text) => pattern.test(text)));
  const reason = found?.[1] ?? 'company-other';
  return { refusal: PASSING.includes(reason) ? 'unreachable' : 'misconfigured', reason, message };
}

const requests = new AsyncLocalStorage<{ fault?: CompanyFault | undefined }>();

/** Runs next-auth, and returns what it told its logger about the company's sign-in: its response only says "failed". */
export function withCompanyFault<T>(
  run: () => Promise<T>,
): Promise<{ result: T; fault?: CompanyFault | undefined }> {
  const request: { fault?: CompanyFault | undefined } = {};
  return requests.run(request, async () => ({ result: await run(), fault: request.fault }));
}

/** For next-auth's logger, which all requests share. */
export function recordCompanyFault(code: string, error: Error): void {
  const request = requests.getStore();
  if (request && /^(?:SIGNIN_OAUTH|OAUTH_CALLBACK)_ERROR$/.test(code)) request.fault = companyFaultOf(error);
}
