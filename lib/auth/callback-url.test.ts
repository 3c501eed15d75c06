import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { dropForeignCallback, safeCallbackUrl } from './callback-url';

const HOME = 'https://us.example';

describe('the page after signing in', () => {
  it.each([
    ['/leads', `${HOME}/leads`],
    ['/leads?status=won&q=%2F%2Fevil#top', `${HOME}/leads?status=won&q=%2F%2Fevil#top`],
    [`${HOME}/leads/new`, `${HOME}/leads/new`],
    ['leads', `${HOME}/leads`],
  ])('%s stays on this desk', (target, expected) => {
    expect(safeCallbackUrl(target, HOME)).toBe(new URL(expected).href);
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['another host', 'https://evil.com'],
    ['another host, without a scheme', '//evil.com'],
    ['another host, with backslashes', '/\\evil.com'],
    ['another host, with more backslashes', '\\\\evil.com'],
    ['another host, with a tab in it', '/\t/evil.com'],
    ['a host that begins like ours', 'https://us.example.evil.com'],
    ['a sibling', 'https://evil.us.example'],
    ['our host as a name to sign in with', 'https://us.example@evil.com'],
    ['our host with a name to sign in with', 'https://evil@us.example/'],
    ['our host over http', 'http://us.example/'],
    ['our host at another port', 'https://us.example:8443/'],
    ['a script', 'javascript:alert(1)'],
    ['a script in capitals', ' JaVaScRiPt:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a blob that claims to be ours', 'blob:https://us.example/3f'],
    ['encoded slashes', '%2f%2fevil.com'],
    ['encoded slashes after a slash', '/%2f%2fevil.com'],
    ['an encoded backslash', '/%5Cevil.com'],
    ['two slashes behind dots', '/.//evil.com'],
    ['8 KB', `/${'x'.repeat(8_192)}`],
    ['no address', 'https://'],
    ['a bad port', 'https://us.example:x/'],
  ])('%s leads to the first page', (_, target) => {
    expect(safeCallbackUrl(target, HOME)).toBe(HOME);
  });

  it('is always on this desk for any input, and never throws', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      ':',
      '@',
      'https:',
      'us.example',
      'evil.com',
      'javascript:',
      'blob:',
      '.',
      '..',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      '\u0000',
      '：',
      '／',
      'x',
    );
    const target = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(target, fc.constantFrom(HOME, 'http://localhost:3000'), (text, home) => {
        const url = new URL(safeCallbackUrl(text, home));
        expect(`${url.protocol}//${url.host}`).toBe(home);
        expect(`${url.username}${url.password}`).toBe('');
        expect(url.pathname).not.toMatch(/^(\/|\\|%2f|%5c){2}/i);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('the cookie with the page to return to', () => {
  const NAME = '__Host-next-auth.callback-url';
  const keptOf = (value: string) => {
    const cookies = new Map([[NAME, { value }]]);
    dropForeignCallback(cookies, HOME);
    return cookies.get(NAME)?.value;
  };

  it.each([`${HOME}/leads`, `${HOME}/leads?status=won`])('%s is kept', (value) => {
    expect(keptOf(value)).toBe(value);
  });

  it.each(['planted', '%', '', 'javascript:alert(1)', 'https://evil.com/leads', '//evil.com'])(
    '%s is dropped, so that the browser can sign in',
    (value) => {
      expect(keptOf(value)).toBeUndefined();
    },
  );
});
