import { describe, expect, it } from 'vitest';
import { isForeignChange, isOwnHost } from './origin';

const DESK = 'https://desk.example.com';
const DEMO = 'http://localhost:3000';

describe('the desk answers to its own name', () => {
  it.each([
    [DESK, 'desk.example.com'],
    [DESK, 'desk.example.com:443'],
    [DESK, 'Desk.Example.COM'],
    ['https://desk.example.com:8443', 'desk.example.com:8443'],
    ['https://desk.example.com/somewhere', 'desk.example.com'],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443'],
    [DEMO, 'localhost:3000'],
    [DEMO, '127.0.0.1:3000'],
    [DEMO, '[::1]:3000'],
    ['http://127.0.0.1:3000', 'localhost:3000'],
    ['http://localhost', 'localhost'],
    ['http://localhost', '127.0.0.1:80'],
  ])('%s asked as %s', (appUrl, host) => {
    expect(isOwnHost(host, appUrl)).toBe(true);
  });
});

describe('the desk answers to no other name', () => {
  it.each([
    [DESK, null],
    [DESK, ''],
    [DESK, 'evil.example'],
    [DESK, 'desk.example.com.'],
    [DESK, 'desk.example.com:80'],
    [DESK, 'desk.example.com:8443'],
    [DESK, 'desk.example.com.evil.example'],
    [DESK, 'evil.example@desk.example.com'],
    [DESK, 'desk.example.com@evil.example'],
    [DESK, 'desk.example.com, evil.example'],
    [DESK, 'desk.example.com/'],
    [DESK, ' desk.example.com'],
    [DESK, 'localhost'],
    [DESK, '127.0.0.1'],
    ['https://desk.example.com:8443', 'desk.example.com'],
    [DEMO, 'localhost'],
    [DEMO, 'localhost:3001'],
    [DEMO, 'localhost.:3000'],
    [DEMO, 'evil.example:3000'],
    [DEMO, 'localhost.evil.example:3000'],
    [DEMO, '127.0.0.1.nip.io:3000'],
    [DEMO, '0.0.0.0:3000'],
    [DEMO, '127.0.0.2:3000'],
    [DEMO, '2130706433:3000'],
    [DEMO, '[::ffff:127.0.0.1]:3000'],
    [DEMO, '::1:3000'],
  ])('%s asked as %s', (appUrl, host) => {
    expect(isOwnHost(host, appUrl)).toBe(false);
  });
});

const sent = (site: string | null, origin: string | null, method = 'POST') => ({ method, site, origin });

describe('a change is accepted', () => {
  it.each([
    ['from a page of this desk', sent('same-origin', DESK)],
    ['from a page that hides its origin from everybody', sent('same-origin', 'null')],
    ['that the person made without a page', sent('none', null)],
    ['from an old browser on a page of this desk', sent(null, DESK)],
  ])('%s', (_what, sender) => {
    expect(isForeignChange(sender, DESK)).toBe(false);
  });
});

describe('a change is refused', () => {
  it.each([
    ['from another site', sent('cross-site', 'https://evil.example')],
    ['from a sibling of our host', sent('same-site', 'https://blog.example.com')],
    ['from a page of ours that names another origin', sent('same-origin', 'https://evil.example')],
    ['from a page of ours over http', sent('same-origin', 'http://desk.example.com')],
    ['with an origin that is none', sent('same-origin', '{"level":60,"msg":"x"}')],
    ['with an origin that goes on', sent('same-origin', `${DESK}/x`)],
    ['from another site that names our origin', sent('cross-site', DESK)],
    ['that says nothing of where it comes from', sent(null, null)],
    ['from an origin that is null', sent(null, 'null')],
    ['from our host over http', sent(null, 'http://desk.example.com')],
    ['from our host on another port', sent(null, 'https://desk.example.com:8443')],
    ['from a host that begins like ours', sent(null, 'https://desk.example.com.evil.example')],
    ['from our origin with more behind it', sent(null, `${DESK}/`)],
    ['from our origin in capitals, as no browser writes it', sent(null, 'HTTPS://DESK.EXAMPLE.COM')],
    ['from two origins', sent(null, `${DESK}, https://evil.example`)],
    ['with a site nobody defined', sent('Same-Origin', DESK)],
    ['with an empty site', sent('', DESK)],
    ['that asks first', sent('cross-site', 'https://evil.example', 'OPTIONS')],
    ['with a method nobody uses', sent('cross-site', null, 'PROPFIND')],
    ['with a method in small letters', sent('cross-site', null, 'get')],
  ])('%s', (_what, sender) => {
    expect(isForeignChange(sender, DESK)).toBe(true);
  });

  it.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3001', 'http://localhost'])(
    'from %s, where the desk is http://localhost:3000',
    (origin) => {
      expect(isForeignChange(sent(null, origin), 'http://localhost:3000')).toBe(true);
    },
  );
});

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'a page on localhost may use any of its names: %s',
  (origin) => expect(isForeignChange(sent('same-origin', origin), 'http://localhost:3000')).toBe(false),
);

it.each(['GET', 'HEAD'])('%s changes nothing and is accepted from everywhere', (method) => {
  expect(isForeignChange(sent('cross-site', 'https://evil.example', method), DESK)).toBe(false);
});

it('the URL may have a path: the origin counts', () => {
  expect(isForeignChange(sent(null, DESK), `${DESK}/desk`)).toBe(false);
});
