import 'server-only';
import { decodeJwt } from 'jose';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { type Authorization, authorizeSignIn, noteRefusal, toAuthorizeResult } from './authorize-sign-in';
import { readClaims } from './company-claims';

/** Applies to each of discovery, token, keys and userinfo. */
const TIMEOUT_MS = 5_000;

type Claims = object;

type Task = {
  issuer: string;
  /** Ask the provider to authenticate the person again, even with an active session there. */
  again: boolean;
};

/**
 * Sign-in with any OpenID Connect provider. Code flow with PKCE, state and nonce; openid-client verifies the
 * id token: signature, issuer, audience, nonce and times.
 */
export function companyProvider(settings: Env, { issuer, again }: Task): OAuthConfig<Claims> {
  return {
    id: 'company',
    name: settings.AUTH_OIDC_NAME,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId: settings.AUTH_OIDC_CLIENT_ID,
    clientSecret: settings.AUTH_OIDC_CLIENT_SECRET,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile', ...(again && { prompt: 'login' }) } },
    httpOptions: { timeout: TIMEOUT_MS },
    userinfo: {
      request: async ({ client, tokens: { id_token: idToken = '', access_token: accessToken } }) => {
        // Verified before this call.
        const claims = decodeJwt(idToken);
        // The standard returns the address from the userinfo endpoint; most providers include it in the id
        // token too.
        const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
        if (isWhole || !accessToken || !client.issuer.metadata.userinfo_endpoint) return claims;
        const more = await client.userinfo(accessToken);
        if (more.sub !== claims.sub) throw new Error('The userinfo endpoint told about somebody else.');
        if (claims.email !== undefined && claims.email !== more.email) return claims;
        return { ...more, ...claims };
      },
    },
    profile: (claims) => toAuthorizeResult(() => admitByClaims(claims, { issuer, demo: settings.DEMO })),
  };
}

async function admitByClaims(
  claims: Claims,
  { issuer, demo }: { issuer: string; demo: boolean },
): Promise<Authorization> {
  const db = await getDb();
  const now = new Date();
  const read = readClaims(claims, issuer);
  if ('refused' in read) {
    await noteRefusal(db, { about: read.about, method: 'oidc', reason: read.refused, now });
    return { refused: read.refused };
  }
  return db.transaction((tx) => authorizeSignIn(tx, read, { now, demo }));
}
