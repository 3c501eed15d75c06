import 'server-only';
import { getOwn } from '@/lib/core/own';
import { ServiceError } from '@/lib/service/error';
import { isRecord, numberOf } from './value';

export type ParsedToken = {
  accessToken: string;
  /** The assumed lifetime of the token, in milliseconds: 5 s to 24 h. */
  lifetimeMs: number;
  lifetimeFrom: 'expires_in' | 'jwt' | 'default';
  /** The stated lifetime, in milliseconds, if any. */
  statedMs?: number;
};

const DEFAULT_SECONDS = 600;
const MIN_SECONDS = 5;
const MAX_SECONDS = 86_400;
/** A larger `expires_in` is not in seconds (a date, or milliseconds). */
const MAX_STATED_SECONDS = 30 * 86_400;

/**
 * Reads the response of the token endpoint (the interface, section 5). The interface does not show the
 * lifetime: it is taken from `expires_in`, else from the token if it is a JWT, else ten minutes. Throws
 * ServiceError('unexpected') without a token that fits into a header; the error never quotes it.
 */
export function readToken(body: unknown, now: Date): ParsedToken {
  const accessToken = isRecord(body) ? getOwn(body, 'access_token') : undefined;
  if (!isRecord(body) || typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new ServiceError('unexpected', 'the token answer holds no usable access_token', {
      step: 'token',
      reached: 'no',
    });
  }
  const expiresIn = numberOf(getOwn(body, 'expires_in'));
  const sane =
    expiresIn !== undefined && expiresIn > 0 && expiresIn <= MAX_STATED_SECONDS ? expiresIn : undefined;
  const inToken = sane === undefined ? jwtSeconds(accessToken, now) : undefined;
  const stated = sane ?? inToken;
  const seconds = stated ?? DEFAULT_SECONDS;
  return {
    accessToken,
    lifetimeMs: Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds)) * 1000,
    lifetimeFrom: sane !== undefined ? 'expires_in' : inToken !== undefined ? 'jwt' : 'default',
    ...(stated !== undefined && { statedMs: stated * 1000 }),
  };
}

/** Relative to the token's own issue time if it has one: the service's clock may differ from ours. */
function jwtSeconds(token: string, now: Date): number | undefined {
  const claims = jwtClaims(token);
  const exp = claims && numberOf(getOwn(claims, 'exp'));
  if (!claims || exp === undefined) return undefined;
  const seconds = exp - (numberOf(getOwn(claims, 'iat')) ?? now.getTime() / 1000);
  return seconds > 0 ? seconds : undefined;
}

function jwtClaims(token: string): Record<string, unknown> | undefined {
  const [, payload, signature, ...rest] = token.split('.');
  if (payload === undefined || signature === undefined || rest.length > 0) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isRecord(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
