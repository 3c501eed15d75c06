import { describe, expect, it } from 'vitest';
import { authCookie, nextAuthCookies } from './cookies';

describe('the sign-in cookies', () => {
  it('cannot be set by another host where the desk uses https', () => {
    const cookies = Object.values(nextAuthCookies('https://desk.example') ?? {});
    cookies.push(authCookie('linkBrowser', 'https://desk.example'));
    expect(cookies).toHaveLength(7);
    for (const { name, options } of cookies) {
      expect(name).toMatch(/^__Host-/);
      expect(options).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax', path: '/' });
      expect(options).not.toHaveProperty('domain');
    }
  });

  it('work on localhost without https, and are not readable by scripts there either', () => {
    for (const { name, options } of Object.values(nextAuthCookies('http://localhost:3000') ?? {})) {
      expect(name).toMatch(/^next-auth\./);
      expect(options).toMatchObject({ secure: false, httpOnly: true, sameSite: 'lax', path: '/' });
    }
  });
});
