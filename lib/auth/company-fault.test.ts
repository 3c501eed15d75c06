import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseEnv } from '@/lib/core/env';
import { demoSettings } from '@/scripts/lib/stack-processes';
import { withCompanyFault } from './company-fault';
import { authLogger } from './options';
import { companyProvider } from './providers';

const APP_URL = 'http://localhost:3000';
const SETTINGS = demoSettings({
  appUrl: APP_URL,
  appSecret: 'x'.repeat(40),
  serviceUrl: 'http://localhost:4000',
});
const CLIENT_ID = 'desk';
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** What the provider does wrong. */
let wrong: {
  claims?: object;
  token?: { status: number; body: object | string };
  otherKey?: boolean;
  nonce?: string;
};
let server: Server;
let issuer: string;
let tokenRequests: { authorization: string | undefined; body: string }[];
/** As the authorization endpoint got it. */
let asked: URL;

beforeAll(async () => {
  const [key, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(key.publicKey)), kid: '1', alg: 'RS256', use: 'sig' };
  const idToken = () =>
    new SignJWT({
      nonce: wrong.nonce ?? asked.searchParams.get('nonce'),
      iss: issuer,
      aud: CLIENT_ID,
      sub: 'n-1',
      ...wrong.claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: '1' })
      .setIssuedAt()
      .setExpirationTime(wrong.claims && 'exp' in wrong.claims ? Number(wrong.claims.exp) : '5m')
      .sign(wrong.otherKey ? other.privateKey : key.privateKey);
  server = createServer(async (request, response) => {
    const json = (body: object | string, status = 200) =>
      response
        .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (request.url === '/jwks') return json({ keys: [jwk] });
    if (request.url !== '/token') return json(discoveryOf(issuer));
    tokenRequests.push({ authorization: request.headers.authorization, body: await text(request) });
    if (wrong.token) return json(wrong.token.body, wrong.token.status);
    return json({ access_token: 'a', token_type: 'Bearer', id_token: await idToken() });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  const settings = { ...SETTINGS, NEXTAUTH_URL: APP_URL };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  wrong = {};
  tokenRequests = [];
});

const discoveryOf = (at: string) => ({
  issuer: at,
  authorization_endpoint: `${at}/auth`,
  token_endpoint: `${at}/token`,
  jwks_uri: `${at}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

/** Signs in at the provider and returns, perhaps with another state, or in the name of another issuer. */
async function signIn({
  secret = 'client-secret',
  ...more
}: {
  secret?: string;
  state?: string;
  iss?: string;
} = {}) {
  const settings = parseEnv({
    ...SETTINGS,
    AUTH_OIDC_ISSUER: issuer,
    AUTH_OIDC_CLIENT_ID: CLIENT_ID,
    AUTH_OIDC_CLIENT_SECRET: secret,
  });
  const options = {
    secret: settings.APP_SECRET,
    providers: [companyProvider(settings, { issuer, again: false })],
    logger: authLogger,
    callbacks: { signIn: () => true },
  };
  const cookies: Record<string, string> = {};
  const call = async (path: string, { method = 'GET', query = {}, body = {} }: Call = {}) => {
    const response = responseTo(cookies);
    const request = { method, body, cookies, headers: {}, query: { ...query, nextauth: path.split('/') } };
    await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
    return response;
  };
  const { csrfToken } = (await call('csrf')).sent;
  const start = await call('signin/company', { method: 'POST', body: { csrfToken } });
  asked = new URL(start.headers.Location ?? '');
  const query = { code: 'c', state: asked.searchParams.get('state') ?? '', ...more };
  return withCompanyFault(() => call('callback/company', { query }));
}

type Call = { method?: string; query?: Record<string, string>; body?: object };

/** The response of next-auth's handler for API routes, which puts its cookies into the jar. */
function responseTo(cookies: Record<string, string>) {
  const response = {
    headers: {} as Record<string, string>,
    sent: {} as { csrfToken?: string },
    status: () => response,
    getHeader: (name: string) => response.headers[name],
    setHeader(name: string, value: string | string[]) {
      if (typeof value === 'string') response.headers[name] = value;
      else
        for (const line of value)
          cookies[line.split('=')[0] ?? ''] = decodeURIComponent(/=([^;]*)/.exec(line)?.[1] ?? '');
    },
    send(body: { csrfToken?: string }) {
      response.sent = body;
    },
    end() {},
  };
  return response;
}

it.each([
  ['a wrong client secret', { token: { status: 401, body: { error: 'invalid_client' } } }, 'credentials'],
  ['a client that is refused by a page', { token: { status: 401, body: 'no' } }, 'credentials'],
  ['another issuer', { claims: { iss: 'https://other.example' } }, 'issuer'],
  ['another audience', { claims: { aud: 'somebody' } }, 'audience'],
  ['another nonce', { nonce: 'old' }, 'nonce'],
  ['a clock that is behind', { claims: { nbf: nowSeconds() + 600 } }, 'clock'],
  ['a clock that is ahead', { claims: { exp: nowSeconds() - 600 } }, 'clock'],
  ['another key', { otherKey: true }, 'signature'],
] satisfies [string, typeof wrong, string][])(
  'names %s as the cause, for an admin to cure',
  async (_what, fault, reason) => {
    wrong = fault;
    expect((await signIn()).fault).toMatchObject({ refusal: 'misconfigured', reason });
  },
);

it('says that the provider fails, and not that settings are wrong', async () => {
  wrong = { token: { status: 500, body: 'oops' } };
  expect((await signIn()).fault).toMatchObject({ refusal: 'unreachable', reason: 'provider-error' });
});

it('blames nothing for a sign-in that was started elsewhere, or whose code was used', async () => {
  expect((await signIn({ state: 'other' })).fault).toBeUndefined();
  expect((await signIn({ iss: 'https://anyone.example' })).fault).toBeUndefined();
  wrong = { token: { status: 400, body: { error: 'invalid_grant', error_description: 'expired' } } };
  expect((await signIn()).fault).toBeUndefined();
});

it('sends a client secret with any characters as the standard has it (RFC 6749, 2.3.1)', async () => {
  const secret = 'a:/+%ü &=b';
  wrong = { token: { status: 500, body: 'no further' } };
  await signIn({ secret });
  const [name, value] = Buffer.from(tokenRequests[0]?.authorization?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .split(':');
  const decode = (part = '') => new URLSearchParams(`x=${part}`).get('x');
  expect([decode(name), decode(value)]).toEqual([CLIENT_ID, secret]);
});
