import { createHash } from 'node:crypto';
import { EncryptJWT, type JWTPayload, jwtDecrypt, jwtVerify, SignJWT } from 'jose';
import { DEMO } from './demo';
import type { Sandbox } from './sandbox';

const ISSUER = 'referral-service-sandbox';

/** A signed token has three parts, an encrypted one five. */
const ENCRYPTED_PARTS = 5;

const secretOf = (sandbox: Sandbox) => Buffer.from(sandbox.state.tokenSecret, 'hex');

/** A256GCM takes 32 bytes, whatever the length of the secret. */
const encryptionKeyOf = (sandbox: Sandbox) => createHash('sha256').update(secretOf(sandbox)).digest();

/**
 * An access token for a key that really expires (interface, section 5): a signed JWT or, as the shape says, one that
 * only the sandbox can read.
 */
export function issueToken(sandbox: Sandbox, clientId: string): Promise<string> {
  const tokenId = sandbox.hex(8);
  const key = sandbox.state.keys.find((one) => one.clientId === clientId);
  if (key) key.lastTokenId = tokenId;
  sandbox.changed();
  const issued = Math.floor(sandbox.now().getTime() / 1000);
  const claims: JWTPayload = {
    iss: ISSUER,
    sub: clientId,
    aud: DEMO.audience,
    jti: tokenId,
    iat: issued,
    exp: issued + Math.ceil(sandbox.state.settings.tokenSeconds),
  };
  return sandbox.state.shape.tokenForm === 'opaque'
    ? new EncryptJWT(claims)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(encryptionKeyOf(sandbox))
    : new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secretOf(sandbox));
}

/** The key that an `Authorization` header speaks for; undefined if the token is not ours or has expired. */
export async function verifyToken(sandbox: Sandbox, header: string | undefined): Promise<string | undefined> {
  const token = /^Bearer ([\w-]+(?:\.[\w-]*){2,4})$/.exec(header ?? '')?.[1];
  if (!token) return undefined;
  const options = { issuer: ISSUER, audience: DEMO.audience, currentDate: sandbox.now() };
  const isOpaque = token.split('.').length === ENCRYPTED_PARTS;
  const verified = isOpaque
    ? jwtDecrypt(token, encryptionKeyOf(sandbox), options)
    : jwtVerify(token, secretOf(sandbox), { ...options, algorithms: ['HS256'] });
  const { sub, jti } = (await verified.catch(() => undefined))?.payload ?? {};
  return isEnded(sandbox, { sub, jti }) ? undefined : sub;
}

/** Ends every token issued so far, as after a leak. Keys stay. */
export function revokeTokens(sandbox: Sandbox): void {
  sandbox.state.tokenSecret = sandbox.hex(32);
  sandbox.changed();
}

/** If a key has one token at a time, a later one has ended this one. */
function isEnded({ state }: Sandbox, { sub, jti }: { sub?: string; jti?: string }): boolean {
  if (!state.faults.singleToken) return false;
  return state.keys.find(({ clientId }) => clientId === sub)?.lastTokenId !== jti;
}
