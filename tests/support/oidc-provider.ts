import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type Configuration } from 'oidc-provider';
import { escapeHtml } from '@/lib/core/html';
import { freePort } from '@/scripts/lib/ports';

/** A person who can sign in at the company, as its provider knows them. */
export type CompanyAccount = {
  /** The `sub` claim: constant and opaque. */
  subject: string;
  name: string;
  email: string;
  /** Absent: the provider does not say whether the address is verified. */
  emailVerified?: boolean;
};

export type OidcProvider = {
  /** For `AUTH_OIDC_ISSUER`. Another host than the desk's `localhost`, as in production. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The accounts; may be changed at any time. */
  accounts: CompanyAccount[];
  stop(): Promise<void>;
};

type ProviderOptions = {
  /** The desk's `APP_URL`. */
  deskUrl: string;
  accounts: CompanyAccount[];
  port?: number;
  /** Returns name and address only at the userinfo endpoint, as the standard has it. */
  claimsByUserinfoOnly?: boolean;
};

/**
 * A company's own sign-in: a real OpenID Connect provider on loopback, PKCE required. Its page shows a button for
 * each account, by name, and one to cancel.
 */
export async function startOidcProvider({
  deskUrl,
  accounts,
  port,
  claimsByUserinfoOnly,
}: ProviderOptions): Promise<OidcProvider> {
  const at = port ?? (await freePort());
  const started: Omit<OidcProvider, 'stop'> = {
    issuer: `http://127.0.0.1:${at}`,
    clientId: 'partner-desk',
    clientSecret: randomBytes(24).toString('base64url'),
    accounts: [...accounts],
  };
  const provider = new Provider(
    started.issuer,
    configurationOf(started, { deskUrl, conformIdTokenClaims: claimsByUserinfoOnly ?? false }),
  );
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const isOurs = request.url?.startsWith('/interaction/');
    const answered = isOurs ? interact({ provider, started, request, response }) : answer(request, response);
    answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, '127.0.0.1', resolve);
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(started, { stop });
}

function configurationOf(
  started: Omit<OidcProvider, 'stop'>,
  { deskUrl, conformIdTokenClaims }: { deskUrl: string; conformIdTokenClaims: boolean },
): Configuration {
  return {
    clients: [
      {
        client_id: started.clientId,
        client_secret: started.clientSecret,
        redirect_uris: [`${deskUrl}/api/auth/callback/company`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [newSigningKey()] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => {
      const account = started.accounts.find(({ subject }) => subject === id);
      return account && { accountId: id, claims: () => claimsOf(account) };
    },
    // The company has consented for its people: no consent page.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

function claimsOf({ subject, name, email, emailVerified }: CompanyAccount) {
  return { sub: subject, name, email, email_verified: emailVerified };
}

function newSigningKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}

type Interaction = {
  provider: Provider;
  started: Omit<OidcProvider, 'stop'>;
  request: IncomingMessage;
  response: ServerResponse;
};

async function interact({ provider, started, request, response }: Interaction): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(pageOf(started.accounts));
    return;
  }
  const chosen = new URLSearchParams(await text(request)).get('account');
  const result = chosen
    ? { login: { accountId: chosen } }
    : { error: 'access_denied', error_description: 'cancelled' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function pageOf(accounts: readonly CompanyAccount[]): string {
  const button = (value: string, label: string) =>
    `<p><button name="account" value="${escapeHtml(value)}">${escapeHtml(label)}</button></p>`;
  return `<!doctype html><html lang="en"><title>Company sign-in</title><link rel="icon" href="data:,"><h1>Who are you?</h1><form method="post">
${accounts.map(({ subject, name }) => button(subject, name)).join('\n')}
${button('', 'Cancel')}</form></html>`;
}
