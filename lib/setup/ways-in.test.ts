import { afterEach, describe, expect, it } from 'vitest';
import { startTestMailServer } from '@/tests/support/mail';
import { answering, closedAddress, SECRETS, setupContextAt } from '@/tests/support/setup-checks';
import { problem } from './finding';
import { checkMail } from './mail-check';
import { checkCompanySignIn, checkSignIn } from './sign-in-checks';
import { checkAddress, checkSubscriptions } from './webhook-checks';

const ELSEWHERE = 'https://api.portal.example';

let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  const closing = open;
  open = [];
  await Promise.all(closing.map((one) => one.close()));
});

/** A server that gives this response for every path. */
async function serving(status: number, body: string | ((url: string) => unknown)): Promise<string> {
  const server = await answering((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body(server.url)));
  });
  open.push(server);
  return server.url;
}

describe('the webhook address', () => {
  /** A desk that has run before: its database exists. */
  const started = { kind: 'closed', finding: problem('unknown', 'database-held') } as const;
  const check = (address: string, service = ELSEWHERE) =>
    checkAddress(setupContextAt(service, { changes: { WEBHOOK_BASE_URL: address }, database: started }));

  it('of a running desk is fine on one machine, and not for an external portal', async () => {
    const desk = await serving(200, () => ({ status: 'ok' }));
    expect(await check(desk, 'http://127.0.0.1:4000')).toMatchObject({
      state: 'warning',
      causes: [{ code: 'on-loopback' }],
    });
    expect(await check(desk)).toMatchObject({ state: 'bad', causes: [{ code: 'on-loopback' }] });
  });

  it.each([
    [503, JSON.stringify({ status: 'database unavailable' }), 'desk-unwell'],
    [200, '<html>It works!</html>', 'not-this-desk'],
    [404, '', 'not-this-desk'],
  ])('that answers %d %s is distinguished from ours', async (status, body, code) => {
    expect(await check(await serving(status, body))).toMatchObject({ state: 'bad', causes: [{ code }] });
  });

  it('of a desk that was never started is open, not failed, while nothing answers', async () => {
    const unstarted = (address: string) =>
      checkAddress(setupContextAt(ELSEWHERE, { changes: { WEBHOOK_BASE_URL: address } }));
    const open = { state: 'unknown', causes: [{ code: 'not-started' }] };
    expect(await unstarted(await closedAddress())).toMatchObject(open);
    expect(await unstarted(await serving(502, 'Bad gateway')), 'a proxy in front of it').toMatchObject(open);
    expect(await unstarted('https://nobody.invalid')).toMatchObject({ causes: [{ code: 'no-such-host' }] });
    expect(await unstarted(await serving(200, 'It works!'))).toMatchObject({ state: 'bad' });
  });

  it('without a server is reported', async () => {
    expect(await check(await closedAddress())).toMatchObject({ causes: [{ code: 'nobody-at-address' }] });
    expect(await check('https://nobody.invalid')).toMatchObject({ causes: [{ code: 'no-such-host' }] });
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'certificate-expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-other-name'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no-tls-there'],
    ['ECONNRESET', 'no-response-in-time'],
  ])('whose connection fails with %s is reported as %s', async (code, cause) => {
    const failing = Object.assign(new Error('fetch failed'), {
      cause: Object.assign(new Error(''), { code }),
    });
    const context = setupContextAt(ELSEWHERE, { fetcher: () => Promise.reject(failing) });
    expect(await checkAddress(context)).toMatchObject({ state: 'bad', causes: [{ code: cause }] });
  });
});

describe('the subscriptions', () => {
  const check = (list: { topic: string; url: string }[]) => {
    const { service } = setupContextAt(ELSEWHERE);
    const listed = list.map((one, index) => ({ id: `s${index}`, ...one }));
    const known = { ...service, listSubscriptions: async () => listed };
    return checkSubscriptions(setupContextAt(ELSEWHERE, { service: known }));
  };
  const at = (topic: string, home = 'http://localhost:3000') => ({
    topic,
    url: `${home}/api/webhooks/rcv_1`,
  });

  it('are counted by our own URL, and the missing topics named', async () => {
    const list = [at('lead/create'), at('lead/update'), at('lead/delete', 'https://old.example')];
    expect(await check(list)).toEqual({
      // Whether an admin disabled it is stored in the database, which is closed here.
      state: 'warning',
      facts: { subscriptions: 2, foreignSubscriptions: 1 },
      causes: [{ code: 'topics-missing', about: 'lead/delete' }],
    });
  });

  it('are fine with one for each topic', async () => {
    const list = ['lead/create', 'lead/update', 'lead/delete'].map((topic) => at(topic));
    expect(await check(list)).toMatchObject({ state: 'ok' });
  });
});

describe('signing in', () => {
  const OIDC = {
    AUTH_OIDC_ISSUER: 'https://login.vendor.example',
    AUTH_OIDC_CLIENT_ID: 'desk',
    AUTH_OIDC_CLIENT_SECRET: SECRETS.AUTH_OIDC_CLIENT_SECRET,
  };
  const check = (changes: Record<string, string>) => checkSignIn(setupContextAt(ELSEWHERE, { changes }));

  it('needs a method and an admin', async () => {
    expect(await check({})).toMatchObject({
      state: 'bad',
      causes: [{ code: 'no-way-in' }, { code: 'no-admin' }],
    });
    expect(await check({ ...OIDC, ADMIN_EMAILS: 'robin@vendor.example' })).toMatchObject({ state: 'ok' });
  });

  it('without passwords is reported, and passes in a demo', async () => {
    expect(await check({ DEMO: 'true' })).toMatchObject({ state: 'warning' });
  });

  const company = (issuer: string) =>
    checkCompanySignIn(setupContextAt(ELSEWHERE, { changes: { ...OIDC, AUTH_OIDC_ISSUER: issuer } }));

  it('with a company account needs a provider with metadata', async () => {
    const provider = (url: string, issuer = url) => ({
      issuer,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
    });
    expect(await company(await serving(200, (url) => provider(url)))).toMatchObject({ state: 'ok' });
    expect(await company(await serving(200, (url) => provider(url, `${url}/`)))).toMatchObject({
      state: 'ok',
    });
    const other = await serving(200, (url) => provider(url, 'https://evil.example'));
    expect(await company(other)).toMatchObject({
      state: 'bad',
      causes: [{ code: 'other-issuer', about: 'https://evil.example' }],
    });
    expect(await company(await serving(200, () => ({ issuer: 1 })))).toMatchObject({
      causes: [{ code: 'no-discovery' }],
    });
    expect(await company(await serving(404, ''))).toMatchObject({ causes: [{ code: 'no-discovery' }] });
    expect(await company(await serving(500, ''))).toMatchObject({ causes: [{ code: 'service-fails' }] });
  });

  it('with an unconfigured company account is not a step', async () => {
    expect(await checkCompanySignIn(setupContextAt(ELSEWHERE))).toMatchObject({ state: 'ok' });
  });
});

describe('mail', () => {
  const check = (SMTP_URL: string, MAIL_FROM = 'Desk <desk@vendor.example>') =>
    checkMail(setupContextAt(ELSEWHERE, { changes: { SMTP_URL, MAIL_FROM } }));

  it('passes if the server accepts us', async () => {
    const server = await startTestMailServer();
    open.push(server);
    expect(await check(server.url)).toMatchObject({ state: 'ok', facts: { mailServer: '127.0.0.1' } });
    expect(server.taken).toEqual([]);
  });

  it('that is not set up is reported', async () => {
    expect(await checkMail(setupContextAt(ELSEWHERE))).toMatchObject({
      state: 'warning',
      causes: [{ code: 'no-mail' }],
    });
  });

  it('with another kind of TLS than in the URL is distinguished from a bad certificate', async () => {
    const plain = await startTestMailServer();
    open.push(plain);
    const secured = await startTestMailServer({ secure: true });
    open.push(secured);
    expect(await check(plain.url.replace('smtp:', 'smtps:'))).toMatchObject({
      causes: [{ code: 'mail-no-tls', about: 'SMTP_URL' }],
    });
    expect(await check(secured.url)).toMatchObject({ causes: [{ code: 'certificate' }] });
  });

  it('reports a server that is down, and a wrong password without showing it', async () => {
    const closed = (await closedAddress()).replace('http', 'smtp');
    expect(await check(closed)).toMatchObject({ state: 'bad', causes: [{ code: 'nobody-listens' }] });
    const server = await startTestMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    });
    open.push(server);
    const found = await check(`smtp://desk:${SECRETS.SMTP_PASSWORD}@127.0.0.1:${server.port}`);
    expect(found).toMatchObject({ state: 'bad', causes: [{ code: 'mail-login' }] });
    expect(JSON.stringify(found)).not.toContain(SECRETS.SMTP_PASSWORD);
  });
});
