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

describe('company claims', () => {
  it('prove the address, in lower case, and include name and account', () => {
    expect(read({})).toEqual({
      method: 'oidc',
      email: 'ann@northwind.example',
      name: 'Ann Ashworth',
      subject: 'https://login.northwind.example u-1',
    });
  });

  it('match the issuer with and without a trailing slash', () => {
    expect(read({ iss: `${ISSUER}/` })).toEqual(read({}));
    expect(readClaims(claims, `${ISSUER}/`)).toEqual(read({}));
  });

  it.each([
    ['false', { email_verified: false }],
    ['not said', { email_verified: undefined }],
    ['a text', { email_verified: 'true' }],
    ['a number', { email_verified: 1 }],
  ])('prove no address where "verified" is %s', (_, changed) => {
    expect(read(changed)).toEqual({ refused: 'unproven', about: 'ann@northwind.example' });
  });

  it('prove nothing without an address', () => {
    const { iss, sub } = claims;
    expect(readClaims({ iss, sub }, ISSUER)).toEqual({ refused: 'unproven', about: 'company account u-1' });
    expect(readClaims({ iss, sub, email: claims.email }, ISSUER)).toMatchObject({ refused: 'unproven' });
  });

  it.each([
    ['no address', undefined],
    ['two addresses', 'a@x.com,b@y.com'],
    ['a list', ['ann@northwind.example']],
  ])('prove nothing with %s', (_, email) => {
    expect(read({ email })).toEqual({ refused: 'unproven', about: 'company account u-1' });
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['an issuer that begins like ours', { iss: `${ISSUER}.evil.example` }],
    ['no account', { sub: '' }],
    ['an account that is no text', { sub: 7 }],
    ['an account of 1 KB', { sub: 'u'.repeat(1_024) }],
  ])('are rejected from %s', (_, changed) => {
    expect(read(changed)).toMatchObject({ refused: 'failed' });
  });

  it.each([
    [undefined, undefined],
    [' ', undefined],
    [7, undefined],
    ['Ann\0\u202e Ash\nworth ', 'Ann Ash worth'],
    ['x'.repeat(1_000), 'x'.repeat(200)],
  ])('turn the name %j into a displayable name', (name, shown) => {
    expect(read({ name })).toMatchObject({ name: shown });
  });
});
