import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/service/error';
import { readToken } from './token';

const now = new Date('2026-03-01T10:00:00Z');
const seconds = now.getTime() / 1000;
const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const opaque = 'abc-123';

describe('the assumed lifetime of a token', () => {
  it.each([
    ['a number', { access_token: opaque, expires_in: 900 }, 900, 'expires_in'],
    ['a numeric string', { access_token: opaque, expires_in: '900' }, 900, 'expires_in'],
    [
      'a number of a JWT too',
      { access_token: jwt({ exp: seconds + 5000 }), expires_in: 900 },
      900,
      'expires_in',
    ],
    ['a few seconds', { access_token: opaque, expires_in: 8 }, 8, 'expires_in'],
    ['a few seconds of a JWT', { access_token: jwt({ iat: seconds, exp: seconds + 20 }) }, 20, 'jwt'],
    ['too short', { access_token: opaque, expires_in: 1 }, 5, 'expires_in'],
    ['too long', { access_token: opaque, expires_in: 20 * 86_400 }, 86_400, 'expires_in'],
    ['milliseconds, a date, or nonsense', { access_token: opaque, expires_in: 1e12 }, 600, 'default'],
    ['negative', { access_token: opaque, expires_in: -5 }, 600, 'default'],
    ['not a number', { access_token: opaque, expires_in: 'soon' }, 600, 'default'],
    ['only in the JWT', { access_token: jwt({ exp: seconds + 700 }) }, 700, 'jwt'],
    [
      'by the clock of the JWT',
      { access_token: jwt({ iat: seconds - 9000, exp: seconds - 8100 }) },
      900,
      'jwt',
    ],
    ['a JWT without exp', { access_token: jwt({ sub: 'x' }) }, 600, 'default'],
    ['a JWT that has ended by our clock', { access_token: jwt({ exp: seconds - 5 }) }, 600, 'default'],
    ['two dots that are no JWT', { access_token: 'a.b.c' }, 600, 'default'],
    ['nothing', { access_token: opaque }, 600, 'default'],
  ])('%s', (_name, body, expected, from) => {
    expect(readToken(body, now)).toMatchObject({ lifetimeMs: expected * 1000, lifetimeFrom: from });
  });
});

describe('an invalid token', () => {
  it.each([[null], [{}], [{ access_token: '' }], [{ access_token: 7 }], [[]], ['tok']])('%j', (body) => {
    expect(() => readToken(body, now)).toThrow(ServiceError);
  });

  it('is one that would break the header, and the error does not repeat it', () => {
    for (const token of ['secret\r\nX: 1', 'sec ret', 'secrét']) {
      try {
        readToken({ access_token: token }, now);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ kind: 'unexpected', step: 'token', reached: 'no' });
        expect(`${error}`).not.toContain('sec');
      }
    }
  });

  it('any response gives only ServiceError or a lifetime within 5 s and 24 h', () => {
    const body = fc.record({
      access_token: fc.oneof(fc.string(), fc.base64String()),
      expires_in: fc.anything(),
    });
    fc.assert(
      fc.property(fc.oneof(body, fc.anything()), (sent) => {
        try {
          const { lifetimeMs } = readToken(sent, now);
          expect(lifetimeMs).toBeGreaterThanOrEqual(5_000);
          expect(lifetimeMs).toBeLessThanOrEqual(86_400_000);
        } catch (error) {
          if (error instanceof ServiceError) return;
          throw error;
        }
      }),
    );
  });
});
