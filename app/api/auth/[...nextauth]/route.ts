import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { getLocale, getTranslations } from 'next-intl/server';
import { recordCompanyFault } from '@/lib/auth/authorize-sign-in';
import { endCachingLeads } from '@/lib/auth/caches-leads';
import { safeCallbackUrl } from '@/lib/auth/callback-url';
import { withCompanyFault } from '@/lib/auth/company-fault';
import { authCookie } from '@/lib/auth/cookies';
import { isOffered, refusedPath, toNextAuthResponse, toSignIn } from '@/lib/auth/nextauth-response';
import { authOptions } from '@/lib/auth/options';
import { logSignInProblem } from '@/lib/auth/sign-in-log';
import { getBrand } from '@/lib/brand/current';
import { toHtmlBrand } from '@/lib/brand/html-brand';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own routes. Created per request, because a build has no settings. */
async function handle(request: NextRequest, context: Context): Promise<Response> {
  const { APP_URL: appUrl } = env();
  const call = {
    method: request.method,
    action: (await context.params).nextauth.join('/'),
    hasCsrfCookie: request.cookies.has(authCookie('csrfToken', appUrl).name),
  };
  if (!isOffered(call)) return new Response(null, { status: 404 });
  const query = request.nextUrl.searchParams;
  if (call.action === 'callback/company' && query.has('error')) {
    const error = query.get('error') ?? '';
    const reason = OAUTH_ERRORS.has(error) ? error : 'other';
    // Also of a person who cancels.
    logSignInProblem('signin.refused-by-company', { reason, level: 'warn' });
    return new Response(null, { status: 303, headers: { Location: refusedPath('provider') } });
  }
  const nonce = request.headers.get('x-nonce') ?? '';
  const [texts, lang, brand] = await Promise.all([textsOf(), getLocale(), getBrand()]);
  try {
    const options = authOptions({ again: query.has('again') });
    const { result, fault } = await withCompanyFault<Response>(() =>
      NextAuth(options)(plainRequest(request, call.action), context),
    );
    if (fault) {
      // Also for an admin who can't sign in either.
      logSignInProblem('signin.company-failed', fault);
      await recordCompanyFault(await getDb(), fault, new Date());
      return new Response(null, { status: 303, headers: { Location: refusedPath(fault.refusal) } });
    }
    const response = toNextAuthResponse(result, call, {
      appUrl,
      lang,
      nonce,
      texts,
      brand: toHtmlBrand(brand),
    });
    if (call.action === 'signout' && call.method === 'POST' && response.status < 400) await endCachingLeads();
    return response;
  } catch (error) {
    log().error('signin.failed', { reason: reasonOf(error) });
    return toSignIn('failed', { appUrl });
  }
}

/** What a company may answer instead of signing a person in (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const OAUTH_ERRORS = new Set(
  (
    'access_denied invalid_request invalid_scope server_error temporarily_unavailable unauthorized_client ' +
    'unsupported_response_type interaction_required login_required account_selection_required consent_required'
  ).split(' '),
);

/** What a company's response consists of. Others would be trusted as answers too, and anyone can write them. */
const ANSWER = new Set(['code', 'state', 'iss']);

/**
 * The request without parameters that next-auth would fail on or pass on: an invalid `callbackUrl` causes a
 * server error, and any others are passed to the company's sign-in.
 */
function plainRequest(request: NextRequest, action: string): NextRequest {
  const url = new URL(request.nextUrl);
  if (action.startsWith('signin/')) url.search = '';
  if (action === 'callback/company')
    for (const name of [...url.searchParams.keys()]) if (!ANSWER.has(name)) url.searchParams.delete(name);
  const target = url.searchParams.get('callbackUrl');
  if (target !== null) url.searchParams.set('callbackUrl', safeCallbackUrl(target, env().APP_URL));
  return new NextRequest(url, request);
}

async function textsOf() {
  const t = await getTranslations('SignIn');
  const common = await getTranslations('Common');
  return {
    leadOutTitle: t('leadOutTitle'),
    leadOut: t('leadOut', { name: env().AUTH_OIDC_NAME }),
    leadOutLink: t('leadOutLink'),
    oldFormTitle: t('oldFormTitle'),
    oldForm: t('oldForm'),
    oldFormLink: common('signInAgain'),
    cookies: t('cookies'),
    cookiesHelp: t('cookiesHelp'),
  };
}

export { handle as GET, handle as POST };
