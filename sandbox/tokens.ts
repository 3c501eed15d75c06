import { jwtVerify, SignJWT } from 'jose';
import { DEMO } from './demo';
import type { Sandbox } from './sandbox';

const ISSUER = 'referral-service-sandbox';

const secretOf = (sandbox: Sandbox) => Buffer.from(sandbox.state.tokenSecret, 'hex');

/** An access token for a key: a signed JWT that really expires (interface, section 5). */
export function issueToken(sandbox: Sandbox, clientId: string): Promise<string> {
  const tokenId = sandbox.hex(8);
  const key = sandbox.state.keys.find((one) => one.clientId === clientId);
  if (key) key.lastTokenId = tokenId;
  sandbox.changed();
  const issued = Math.floor(sandbox.now().getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(clientId)
    .setAudience(DEMO.audience)
    .setJti(tokenId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + Math.ceil(sandbox.state.settings.tokenSeconds))
    .sign(secretOf(sandbox));
}

/** The key that an `Authorization` header speaks for; undefined if the token is not ours or has expired. */
export async function verifyToken(sandbox: Sandbox, header: string | undefined): Promise<string | undefined> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1];
  if (!token) return undefined;
  const options = {
    algorithms: ['HS256'],
    issuer: ISSUER,
    audience: DEMO.audience,
    currentDate: sandbox.now(),
  };
  const verified = await jwtVerify(token, secretOf(sandbox), options).catch(() => undefined);
  const { sub, jti } = verified?.payload ?? {};
  return isEnded(sandbox, { sub, jti }) ? undefined : sub;
}

/** Ends every token issued so far, as when a leak was noticed. Keys stay. */
export function revokeTokens(sandbox: Sandbox): void {
  sandbox.state.tokenSecret = sandbox.hex(32);
  sandbox.changed();
}

/** Where a key has one token at a time, a later one has ended this one. */
function isEnded({ state }: Sandbox, { sub, jti }: { sub?: string; jti?: string }): boolean {
  if (!state.faults.singleToken) return false;
  return state.keys.find(({ clientId }) => clientId === sub)?.lastTokenId !== jti;
}
