import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { request } from '@/tests/support/sandbox';
import { type RunningSandbox, startSandbox } from '../server';
import { Mailbox } from './mailbox';

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, seedLeads: 0 });
});
afterEach(() => sandbox.close());

type Letter = { to?: string | string[]; subject?: string; text?: string; html?: string };

async function post({ to = 'jo@partner.example', ...letter }: Letter): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  await transport.sendMail({ from: 'Desk <desk@vendor.example>', to, ...letter });
}

const list = async () => (await request(`${sandbox.url}/console/api/mails`)).body;
const page = async (path = '') => (await request(`${sandbox.url}/console/mailbox${path}`)).text;

describe('the mailbox', () => {
  it('shows every mail to any address, newest first, with its links', async () => {
    await post({ subject: 'Grüße', text: 'Open https://desk.example/a?b=1&c=2 or (http://x.example/y).' });
    await post({ to: ['a@x.example', 'b@y.example'], subject: 'Second', html: '<p>Hi</p>' });
    expect(await list()).toMatchObject([
      { to: ['a@x.example', 'b@y.example'], subject: 'Second', html: '<p>Hi</p>\n', links: [] },
      {
        from: 'Desk <desk@vendor.example>',
        to: ['jo@partner.example'],
        subject: 'Grüße',
        links: ['https://desk.example/a?b=1&c=2', 'http://x.example/y'],
      },
    ]);
    const all = await page();
    expect(all.indexOf('Second')).toBeLessThan(all.indexOf('Grüße'));
    const [, address = ''] = /href="\/console\/mailbox(\/\d+)">Grüße/.exec(all) ?? [];
    const one = await page(address);
    expect(one).toContain('<a href="https://desk.example/a?b=1&amp;c=2" rel="noreferrer">');
    expect(one).toContain('<a href="http://x.example/y" rel="noreferrer">http://x.example/y</a>).');
  });

  it('lets the content of a mail run nothing', async () => {
    const evil = '<script>alert(1)</script>';
    await post({ subject: evil, text: `${evil} https://x.example/"onclick=alert(1)`, html: evil });
    const all = await page();
    const [, address = ''] = /href="\/console\/mailbox(\/\d+)">/.exec(all) ?? [];
    const one = await page(address);
    expect(one).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const letter = await fetch(`${sandbox.url}/console/mailbox${address}/html`);
    const policy = letter.headers.get('content-security-policy') ?? '';
    expect(await letter.text()).toContain('<script>');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/);
    for (const shown of [all, one]) {
      expect(shown).toContain('&lt;script&gt;');
      expect(shown).not.toContain('<script');
    }
    expect(one).toContain('href="https://x.example/"');
  });

  it('keeps malformed mails, too, and refuses those that are too large', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
    const envelope = { from: 'a@x.example', to: 'b@y.example' };
    await transport.sendMail({ envelope, raw: '\u0000\r\n\r\n' });
    expect(await list()).toMatchObject([{ to: ['b@y.example'], subject: '' }]);
    await expect(transport.sendMail({ envelope, raw: 'x'.repeat(2_000_000) })).rejects.toThrow();
    expect(await list()).toHaveLength(1);
  });

  it('deletes all on request', async () => {
    await post({ subject: 'One' });
    await fetch(`${sandbox.url}/console/api/mails`, { method: 'DELETE' });
    expect(await list()).toEqual([]);
    await post({ subject: 'One more' });
    await fetch(`${sandbox.url}/console/mailbox/empty`, { method: 'POST' });
    expect(await page()).toContain('No mail has come yet.');
    expect((await fetch(`${sandbox.url}/console/mailbox/1`)).status).toBe(404);
  });

  it('deletes the oldest of very many', async () => {
    const mailbox = new Mailbox();
    for (let count = 1; count <= 201; count += 1) {
      const raw = Buffer.from(`Subject: No. ${count}\r\n\r\nHi`);
      await mailbox.add(raw, { to: [], at: new Date('2026-03-02T09:00:00Z') });
    }
    expect(mailbox.list()).toHaveLength(200);
    expect(mailbox.list()).toMatchObject({ 0: { subject: 'No. 201' }, 199: { subject: 'No. 2' } });
  });

  it('survives a reset of the portal', async () => {
    await post({ subject: 'Kept' });
    await fetch(`${sandbox.url}/console/api/reset`, { method: 'POST' });
    expect(await list()).toHaveLength(1);
  });
});

describe('a sandbox without a mail server', () => {
  it('works, and its mailbox says how to start one', async () => {
    const plain = await startSandbox({ port: 0, seedLeads: 0 });
    expect(plain.smtpPort).toBeUndefined();
    expect((await request(`${plain.url}/console/mailbox`)).text).toContain('SANDBOX_SMTP_PORT');
    await plain.close();
  });

  it('does not start if the port for mails is taken, and leaves its own port free', async () => {
    const blocked = startSandbox({ port: 0, smtpPort: sandbox.smtpPort, seedLeads: 0 });
    await expect(blocked).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
