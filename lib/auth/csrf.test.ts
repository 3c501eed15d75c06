import { describe, expect, it } from 'vitest';
import { newCsrfCookie } from './csrf';

const desk = { appUrl: 'https://desk.example', secret: 'a-secret-of-this-desk-for-its-tests' };
const NAME = '__Host-next-auth.csrf-token';

/** What a browser with this cookie gets with the page at `path`. */
function visit(path: string, value?: string) {
  const cookies = new Map(value === undefined ? [] : [[NAME, { value }]]);
  return newCsrfCookie({ path, cookies }, desk);
}

function fresh() {
  const cookie = visit('/signin');
  if (!cookie) throw new Error('There is no cookie.');
  return cookie;
}

describe('the cookie that sign-in forms need', () => {
  it.each(['/signin', '/signin/link'])('is set with %s', (path) => {
    expect(visit(path)).toMatchObject({
      name: NAME,
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
    });
  });

  it.each(['/', '/leads', '/signin/sent', '/signin/', '/api/auth/csrf'])('is not set with %s', (path) => {
    expect(visit(path)).toBeUndefined();
  });

  it('stays, so that forms in other tabs keep working', () => {
    expect(visit('/signin', fresh().value)).toBeUndefined();
  });

  it('is new for each browser', () => {
    expect(fresh().value).not.toBe(fresh().value);
  });

  it.each([
    '',
    '|',
    'x',
    `${'a'.repeat(64)}|${'b'.repeat(64)}`,
    `${fresh().value}|x`,
    newCsrfCookie({ path: '/signin', cookies: new Map() }, { ...desk, secret: 'another-secret' })?.value ??
      '',
  ])('is replaced where it is not ours: %s', (value) => {
    expect(visit('/signin', value)).toBeDefined();
  });
});
