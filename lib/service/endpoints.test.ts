import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointsOf, nextPageUrl, pathSegment } from './endpoints';
import { ServiceError } from './error';

const { leads, token, schema, subscriptions } = endpointsOf({
  baseUrl: 'https://s.example/svc/',
  authUrl: 'https://auth.example',
  companyId: '66b0',
});

it('match section 4 of the interface', () => {
  expect({ leads, token, schema, subscriptions }).toEqual({
    leads: 'https://s.example/svc/1.0/api/company/66b0/leads',
    token: 'https://auth.example/oauth/token',
    schema: 'https://s.example/svc/1.0/api/company/66b0/schema/lead',
    subscriptions: 'https://s.example/svc/1.0/webhooks/companies/66b0/subscriptions',
  });
});

describe('an id in an address', () => {
  it('stays a single path segment', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('..', '.', '', '../x', '%2e%2e', 'a/b', '?x', '\ud800'),
        ),
        (id) => {
          try {
            const url = new URL(`${leads}/${pathSegment(id)}`);
            expect(url.pathname.startsWith('/svc/1.0/api/company/66b0/leads/')).toBe(true);
            expect(url.pathname.split('/')).toHaveLength(8);
            expect(url.search + url.hash).toBe('');
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
            expect(error).toMatchObject({ kind: 'refused', reached: 'no' });
          }
        },
      ),
    );
  });
});

describe('the address of a next page', () => {
  it.each([
    [undefined, leads],
    ['?cursor=x', `${leads}?cursor=x`],
    ['?page=1#from-zero', `${leads}?page=1`],
    ['/svc/1.0/api/company/66b0/leads?c=1', `${leads}?c=1`],
    [`${leads}?c=1`, `${leads}?c=1`],
    ['http://s.example/l?c=1', 'https://s.example/l?c=1'],
    ['https://user:pass@s.example/l', 'https://s.example/l'],
  ])('%j', (next, address) => {
    expect(nextPageUrl(leads, next)).toBe(address);
  });

  it.each([
    'https://evil.example/l',
    '//evil.example/l',
    'https://s.example.evil.example/',
    'http://s.example:81/',
    'file:///etc',
    'http://[',
    '\\\\evil.example',
  ])('%s is refused', (next) => {
    expect(() => nextPageUrl(leads, next)).toThrow(ServiceError);
  });
});
