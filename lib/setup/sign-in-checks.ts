import 'server-only';
import { z } from 'zod';
import { isLoopback } from '@/lib/core/env';
import { ServiceError } from '@/lib/service/error';
import { ask } from './ask';
import type { SetupContext } from './context';
import { type Facts, type Finding, ok, type Problem, problem, worstOf } from './finding';
import { networkCause } from './service-causes';

/** There is a sign-in method, and an admin. */
export async function checkSignIn({ settings }: SetupContext): Promise<Finding> {
  const { AUTH_OIDC_ISSUER, SMTP_URL, ADMIN_EMAILS, DEMO, APP_URL } = settings;
  const ways =
    AUTH_OIDC_ISSUER && SMTP_URL ? 'both' : AUTH_OIDC_ISSUER ? 'company' : SMTP_URL ? 'mail' : 'none';
  const facts: Facts = { ways, admins: ADMIN_EMAILS.length };
  const problems: Problem[] = [];
  const grave = DEMO ? 'warning' : 'bad';
  if (ways === 'none') problems.push({ state: grave, cause: { code: 'no-way-in' } });
  if (ADMIN_EMAILS.length === 0) problems.push({ state: grave, cause: { code: 'no-admin' } });
  if (DEMO) problems.push({ state: isLoopback(APP_URL) ? 'warning' : 'bad', cause: { code: 'demo-on' } });
  return worstOf(facts, problems);
}

const discoverySchema = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

/**
 * The company sign-in's metadata (OpenID Connect Discovery 1.0, section 4) can be read and matches its
 * issuer.
 */
export async function checkCompanySignIn({ settings, fetcher }: SetupContext): Promise<Finding> {
  const { AUTH_OIDC_ISSUER: issuer } = settings;
  if (issuer === undefined) return ok({ notUsed: 'AUTH_OIDC_ISSUER' });
  const about = 'AUTH_OIDC_ISSUER';
  const facts: Facts = { issuer };
  const response = await ask(fetcher, {
    what: 'company sign-in',
    url: `${issuer}/.well-known/openid-configuration`,
  });
  if (response instanceof ServiceError) {
    const code = response.cause === undefined ? 'unreadable' : networkCause(response.cause);
    return problem('bad', code, { about, facts });
  }
  if (response.status !== 200) {
    const code = response.status >= 500 ? 'service-fails' : 'no-discovery';
    return problem('bad', code, { about, facts: { ...facts, status: response.status } });
  }
  const read = discoverySchema.safeParse(response.json);
  if (!read.success) return problem('bad', 'no-discovery', { about, facts });
  // Settings are stored without a trailing slash; ignore it in the comparison.
  const named = read.data.issuer.replace(/(?<!\/)\/+$/, '');
  if (named !== issuer) return problem('bad', 'other-issuer', { about: read.data.issuer, facts });
  return ok(facts);
}
