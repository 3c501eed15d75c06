import { jwtVerify, SignJWT } from 'jose';
import { DEMO } from './demo';
import type { Sandbox } from './sandbox';

const ISSUER = 'referral-service-sandbox';

const secretOf = (sandbox: Sandbox) => Buffer.from(sandbox.state.tokenSecret, 'hex');

/** An access token for a key: a signed JWT that really expires (interface, section 5). */
export function issueToken(sandbox: Sandbox, clientId: string): Promise<string> {
  const issued = Math.floor(sandbox.now().getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(clientId)
    .setAudience(DEMO.audience)
    .setJti(sandbox.hex(8))
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
  return verified?.payload.sub;
}
