import { describe, expect, it } from 'vitest';
import { authCookie, nextAuthCookies } from './cookies';

describe('the cookies of sign-in', () => {
  it('can be planted by nobody else where the desk is reached over https', () => {
    const cookies = Object.values(nextAuthCookies('https://desk.example') ?? {});
    cookies.push(authCookie('linkBrowser', 'https://desk.example'));
    expect(cookies).toHaveLength(7);
    for (const { name, options } of cookies) {
      expect(name).toMatch(/^__Host-/);
      expect(options).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax', path: '/' });
      expect(options).not.toHaveProperty('domain');
    }
  });

  it('work on this machine without https, and are out of the reach of scripts there too', () => {
    for (const { name, options } of Object.values(nextAuthCookies('http://localhost:3000') ?? {})) {
      expect(name).toMatch(/^next-auth\./);
      expect(options).toMatchObject({ secure: false, httpOnly: true, sameSite: 'lax', path: '/' });
    }
  });
});
