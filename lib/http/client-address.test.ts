import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address';

const asked = (value: string | undefined, hops = 1) =>
  clientAddress(new Headers(value === undefined ? {} : { 'x-forwarded-for': value }), {
    TRUSTED_PROXY_HEADER: 'x-forwarded-for',
    TRUSTED_PROXY_HOPS: hops,
  });

describe('the client of a request', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('%s is %s', (value, client) => {
    expect(asked(value)).toBe(client);
  });

  it('is the address our own proxy recorded, whatever the sender wrote before it', () => {
    expect(asked('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
    expect(asked('x, 198.51.100.1,203.0.113.7')).toBe('203.0.113.7');
    expect(asked('198.51.100.1, 203.0.113.7, 10.0.0.2', 2)).toBe('203.0.113.7');
  });

  it.each([
    undefined,
    '',
    'unknown',
    'evil',
    '203.0.113.7, ',
    '1.2.3',
    '203.0.113.7 198.51.100.1',
    'fe80::1%eth0',
  ])('that bypassed the proxies shares one address with all others that did: %j', (value) => {
    expect(asked(value)).toBe('direct');
  });

  it('shares it too if there are fewer proxies than configured', () => {
    expect(asked('203.0.113.7', 2)).toBe('direct');
  });

  it('is unknown without a configured header, whatever is sent', () => {
    const headers = new Headers({ 'x-forwarded-for': '203.0.113.7' });
    const settings = { TRUSTED_PROXY_HEADER: undefined, TRUSTED_PROXY_HOPS: 1 };
    expect(clientAddress(headers, settings)).toBeUndefined();
  });
});
