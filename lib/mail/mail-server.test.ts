import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '@/scripts/lib/ports';
import { startTestMailServer, type TestMailServer } from '@/tests/support/mail';
import { verifyMail } from './mail-server';

const MAIL_FROM = 'Partner Desk <desk@vendor.example>';
const HASTE_MS = 300;

let server: TestMailServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Impatient only with a server that never answers: one that does may take its time on a busy machine. */
const check = (SMTP_URL: string | undefined, timeoutMs?: number) =>
  verifyMail({ SMTP_URL, MAIL_FROM }, timeoutMs);

/** One user with one password; signing in without TLS is acceptable here. */
const WITH_SIGN_IN = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, done) =>
    username === 'desk' && password === 'p@ss%w'
      ? done(null, { user: 'desk' })
      : done(new Error('Invalid username or password')),
} satisfies Parameters<typeof startTestMailServer>[0];

describe('checking the mail server', () => {
  it('finds one that accepts mails, and sends none', async () => {
    server = await startTestMailServer();
    expect(await check(server.url)).toEqual({ ok: true });
    expect(server.taken).toEqual([]);
  });

  it('signs in with user and password from the URL', async () => {
    server = await startTestMailServer(WITH_SIGN_IN);
    const at = `127.0.0.1:${server.port}`;
    expect(await check(`smtp://desk:p%40ss%25w@${at}`)).toEqual({ ok: true });
    expect(await check(`smtp://desk:p%40ss%w@${at}`)).toMatchObject({ ok: false, cause: 'auth' });
    expect(await check(`smtp://desk:wrong@${at}`)).toMatchObject({ ok: false, cause: 'auth' });
  });

  it('reports that nothing listens there', async () => {
    const response = await check(`smtp://127.0.0.1:${await freePort()}`);
    expect(response).toMatchObject({
      ok: false,
      cause: 'refused',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('reports a server that does not answer', async () => {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const address = mute.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await check(`smtp://127.0.0.1:${port}`, HASTE_MS)).toMatchObject({ ok: false, cause: 'timeout' });
    await new Promise((resolve) => mute.close(resolve));
  });

  it('refuses an invalid certificate, whatever the URL says', async () => {
    server = await startTestMailServer({ secure: true });
    expect(await check(server.url)).toMatchObject({ ok: false, cause: 'tls' });
    expect(await check(`${server.url}?tls.rejectUnauthorized=false`)).toMatchObject({
      ok: false,
      cause: 'tls',
    });
  });

  it('reports a server without the expected TLS', async () => {
    server = await startTestMailServer();
    expect(await check(server.url.replace('smtp:', 'smtps:'))).toMatchObject({ ok: false, cause: 'no-tls' });
  });

  it('reports missing settings', async () => {
    expect(await check(undefined)).toEqual({ ok: false, cause: 'unset' });
  });
});
