import { describe, expect, it } from 'vitest';
import { readClaims } from './company-claims';

const ISSUER = 'https://login.northwind.example';

const claims = {
  iss: ISSUER,
  sub: 'u-1',
  email: 'Ann@Northwind.example',
  email_verified: true,
  name: 'Ann Ashworth',
};

const read = (changed: object) => readClaims({ ...claims, ...changed }, ISSUER);

describe('what the company’s sign-in says', () => {
  it('proves the address, in lower case, and brings name and account along', () => {
    expect(read({})).toEqual({
      method: 'oidc',
      email: 'ann@northwind.example',
      name: 'Ann Ashworth',
      subject: 'https://login.northwind.example u-1',
    });
  });

  it('means the same issuer with and without a slash at the end', () => {
    expect(read({ iss: `${ISSUER}/` })).toEqual(read({}));
    expect(readClaims(claims, `${ISSUER}/`)).toEqual(read({}));
  });

  it.each([
    ['false', { email_verified: false }],
    ['not said', { email_verified: undefined }],
    ['a text', { email_verified: 'true' }],
    ['a number', { email_verified: 1 }],
  ])('proves no address where "verified" is %s', (_, changed) => {
    expect(read(changed)).toEqual({ refused: 'unproven', about: 'ann@northwind.example' });
  });

  it('proves nothing where it says nothing of the address', () => {
    const { iss, sub } = claims;
    expect(readClaims({ iss, sub }, ISSUER)).toEqual({ refused: 'unproven', about: 'company account u-1' });
    expect(readClaims({ iss, sub, email: claims.email }, ISSUER)).toMatchObject({ refused: 'unproven' });
  });

  it.each([
    ['no address', undefined],
    ['two addresses', 'a@x.com,b@y.com'],
    ['a list', ['ann@northwind.example']],
  ])('proves nothing with %s', (_, email) => {
    expect(read({ email })).toEqual({ refused: 'unproven', about: 'company account u-1' });
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['an issuer that begins like ours', { iss: `${ISSUER}.evil.example` }],
    ['no account', { sub: '' }],
    ['an account that is no text', { sub: 7 }],
    ['an account of 1 KB', { sub: 'u'.repeat(1_024) }],
  ])('is not believed from %s', (_, changed) => {
    expect(read(changed)).toMatchObject({ refused: 'failed' });
  });

  it.each([
    [undefined, undefined],
    [' ', undefined],
    [7, undefined],
    ['Ann\0\u202e Ash\nworth ', 'Ann Ash worth'],
    ['x'.repeat(1_000), 'x'.repeat(200)],
  ])('makes of the name %j a name that can be shown', (name, shown) => {
    expect(read({ name })).toMatchObject({ name: shown });
  });
});
