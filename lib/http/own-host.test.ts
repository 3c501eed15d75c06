import { describe, expect, it } from 'vitest';
import { isOwnHost } from './own-host';

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
