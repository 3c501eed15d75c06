import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { cookies } from 'next/headers';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Env } from '@/lib/core/env';
import { type Db, getDb } from '@/lib/db/handle';
import { memberships, organizations, people } from '@/lib/db/schema/people';
import { type Authorization, authorizeSignIn, recordRefusal, toAuthorizeResult } from './authorize-sign-in';
import { readClaims } from './company-claims';
import { authCookie } from './cookies';
import { KNOWN_BROWSER_SECONDS, knownBrowserProof } from './known-browser';
import { useLink } from './links';

/** Signs in the person who presses the button on the link's page, which uses the link up. */
export function mailProvider({ APP_URL, APP_SECRET, DEMO }: Env) {
  return CredentialsProvider({
    id: 'mail',
    name: 'Mail',
    credentials: { token: { type: 'text' } },
    authorize: (credentials) =>
      toAuthorizeResult(async () => {
        const jar = await cookies();
        const browserSecret = jar.get(authCookie('linkBrowser', APP_URL).name)?.value;
        const now = new Date();
        return (await getDb()).transaction(async (tx) => {
          const link = await useLink(tx, { token: credentials?.token, browserSecret, now });
          if (!link) return { refused: 'link' } as const;
          const { name, options } = authCookie('knownBrowser', APP_URL);
          const proof = knownBrowserProof(link.email, APP_SECRET);
          jar.set(name, proof, { ...options, maxAge: KNOWN_BROWSER_SECONDS });
          return authorizeSignIn(tx, { method: 'mail', email: link.email }, { now, demo: DEMO });
        });
      }),
  });
}

/** Applies to each of discovery, token, keys and userinfo. */
const TIMEOUT_MS = 5_000;

type Claims = object;

type CompanyProviderOptions = {
  issuer: string;
  /** Ask the provider to authenticate the person again, even with an active session there. */
  again: boolean;
};

/**
 * Sign-in with any OpenID Connect provider. Code flow with PKCE, state and nonce; openid-client verifies the
 * id token: signature, issuer, audience, nonce and times.
 */
export function companyProvider(
  settings: Env,
  { issuer, again }: CompanyProviderOptions,
): OAuthConfig<Claims> {
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
        if (more.sub !== claims.sub) throw new Error('The userinfo endpoint described another person.');
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
    await recordRefusal(db, { about: read.about, method: 'oidc', reason: read.refused, now });
    return { refused: read.refused };
  }
  return db.transaction((tx) => authorizeSignIn(tx, read, { now, demo }));
}

/**
 * Signs a demo person in without a password. Only exists with `DEMO=true`, which the settings allow on a
 * localhost address only, and only admits people marked as demo people.
 */
export function demoProvider() {
  return CredentialsProvider({
    id: 'demo',
    name: 'Demo',
    credentials: { personId: { type: 'text' } },
    authorize: (credentials) =>
      toAuthorizeResult(async () => {
        const personId = String(credentials?.personId ?? '');
        const [person] = await (await getDb())
          .select({ personId: people.id })
          .from(people)
          .where(and(eq(people.id, personId), eq(people.isDemo, true), isNull(people.disabledAt)));
        return person ?? { refused: 'failed' };
      }),
  });
}

/** The demo people available for sign-in, oldest first. Only called with `DEMO=true`. */
export async function listDemoPeople(db: Db) {
  const rows = await db
    .select({
      id: people.id,
      name: people.name,
      isAdmin: people.isAdmin,
      role: memberships.role,
      organization: organizations.name,
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(people.isDemo, true), isNull(people.disabledAt)))
    .orderBy(asc(people.createdAt));
  return rows.map(({ id, name, isAdmin, role, organization }) => ({
    id,
    name,
    role: isAdmin ? ('admin' as const) : (role ?? ('none' as const)),
    organization: organization ?? '',
  }));
}
