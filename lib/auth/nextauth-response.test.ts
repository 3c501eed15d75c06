import { describe, expect, it } from 'vitest';
import { isOffered, toNextAuthResponse } from './nextauth-response';

const desk = {
  appUrl: 'https://desk.example',
  brand: { name: 'Desk' },
  lang: 'en',
  nonce: 'n',
  texts: {
    leadOutTitle: 'Redirecting',
    leadOut: 'To the company.',
    leadOutLink: 'Continue',
    oldFormTitle: 'Too old',
    oldForm: 'That form is too old.',
    oldFormLink: 'Sign in',
    cookies: 'No cookie',
    cookiesHelp: 'Allow cookies.',
  },
};

/** The desk's response where next-auth redirects to `location` and sets a cookie. */
function respond(location: string, { action = 'callback/mail', hasCsrfCookie = true } = {}) {
  const headers = { location, 'set-cookie': 'state=s; Path=/' };
  const response = new Response(null, { status: 302, headers });
  return toNextAuthResponse(response, { method: 'POST', action, hasCsrfCookie }, desk);
}

describe('the addresses of next-auth', () => {
  it.each([
    ['GET', 'signin'],
    ['POST', 'signin/company'],
    ['GET', 'callback/company'],
    ['POST', 'callback/mail'],
    ['POST', 'callback/demo'],
    ['POST', 'signout'],
  ])('%s %s is available', (method, action) => {
    expect(isOffered({ method, action })).toBe(true);
  });

  it.each([
    ['POST', '_log'],
    ['POST', 'session'],
    ['GET', 'providers'],
    ['GET', 'verify-request'],
    ['GET', 'callback/mail'],
    ['POST', 'callback/company'],
    ['POST', 'signin/mail'],
    ['GET', 'signin/company'],
    ['HEAD', 'callback/company'],
    ['PUT', 'signout'],
    ['GET', ''],
  ])('%s %s is not', (method, action) => {
    expect(isOffered({ method, action })).toBe(false);
  });
});

describe('the response of next-auth', () => {
  it('is unchanged where it leads on within the desk', () => {
    const answered = respond('https://desk.example/leads');
    expect([answered.status, answered.headers.get('location')]).toEqual([302, 'https://desk.example/leads']);
  });

  it.each([
    ['https://desk.example/api/auth/error?error=unproven', 'unproven'],
    ['/api/auth/error?error=other-account', 'other-account'],
    ['https://desk.example/api/auth/error?error=OAuthSignin', 'unreachable'],
    ['https://desk.example/api/auth/error?error=OAuthCallback', 'stale'],
    ['https://desk.example/api/auth/error?error=select%20*%20from', 'failed'],
    ['https://desk.example/api/auth/error', 'failed'],
  ])('%s is shown on the sign-in page as %s', (location, refusal) => {
    expect(respond(location).headers.get('location')).toBe(`/api/auth/signin?error=${refusal}`);
  });

  it.each([
    ['an error of the server', new Response('stack', { status: 500 })],
    ['an error of the asker', new Response('details', { status: 400 })],
    [
      'a cookie it cannot read',
      new Response(null, { status: 302, headers: { location: '/signin?error=Configuration' } }),
    ],
  ])('is the sign-in page instead of %s, without the cause of the error', (_, response) => {
    const call = { method: 'GET', action: 'signin', hasCsrfCookie: true };
    const answered = toNextAuthResponse(response, call, desk);
    expect([answered.status, answered.headers.get('location')]).toEqual([303, '/signin?error=failed']);
    expect(answered.headers.get('set-cookie')).toMatch(
      /^__Host-next-auth\.callback-url=; Path=\/; Max-Age=0/,
    );
  });

  it('leads to the company through a page, and keeps the cookies of the round trip', async () => {
    const answered = respond('https://login.example/auth?state="><script>&x=1', { action: 'signin/company' });
    expect(answered.status).toBe(200);
    expect(answered.headers.get('location')).toBeNull();
    expect(answered.headers.get('set-cookie')).toBe('state=s; Path=/');
    const page = await answered.text();
    expect(page).toContain('content="0; url=https://login.example/auth?state=%22%3E%3Cscript%3E&#38;x=1"');
    expect(page).not.toContain('<script>');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x'])('never leads to %s', (location) => {
    const answered = respond(location, { action: 'signin/company' });
    expect(answered.headers.get('location')).toBe('/signin?error=unreachable');
  });

  it('never leads off the desk from any other action', () => {
    expect(respond('https://evil.example/').headers.get('location')).toBe('/signin?error=failed');
  });

  it('refuses a form without its token, with a way back', async () => {
    const answered = respond('https://desk.example/api/auth/signin?csrf=true');
    expect(answered.status).toBe(403);
    const page = await answered.text();
    expect(page).toContain('<a href="/signin">Sign in</a>');
    expect(page).toContain('That form is too old.');
  });

  it('tells a browser that sends no cookie to allow cookies, unless it signs out', async () => {
    const responseTo = (action: string) =>
      respond('https://desk.example/api/auth/signin?csrf=true', { action, hasCsrfCookie: false });
    for (const action of ['callback/mail', 'callback/demo', 'signin/company']) {
      expect(responseTo(action).status).toBe(403);
      expect(await responseTo(action).text()).toContain('Allow cookies.');
    }
    expect(await responseTo('signout').text()).toContain('That form is too old.');
  });
});
