import { html } from 'hono/html';
import type { Mailbox, ReceivedMail } from '../../mailbox/mailbox';
import { layout, type Markup } from './layout';
import { table, time } from './parts';

/** Every mail that was sent, newest first. */
export function mailboxPage(mailbox: Mailbox, { done }: { done?: string | undefined }): Markup {
  const mails = mailbox.list();
  return layout({
    title: 'Mailbox',
    at: '/console/mailbox',
    done,
    body: html`<p>Every email the desk sends, to anybody. None leaves this machine. <a href="/console/mailbox">Refresh</a></p>
${whereTaken(mailbox)}
${
  mails.length === 0
    ? html`<p>No mail has come yet.</p>`
    : html`${table({
        caption: 'Mails, newest first',
        heads: ['Time (UTC)', 'To', 'Subject'],
        rows: mails.map(mailRow),
      })}
<form method="post" action="/console/mailbox/empty"><button>Delete all mails</button></form>`
}`,
  });
}

function whereTaken({ smtpUrl }: Mailbox): Markup {
  return smtpUrl
    ? html`<p>The mail server is at <code>${smtpUrl}</code>.</p>`
    : html`<p>No mail server is running. Set <code>SANDBOX_SMTP_PORT</code> and start the sandbox again.</p>`;
}

function mailRow({ id, at, to, subject }: ReceivedMail): Markup {
  const name = subject || 'without a subject';
  return html`<tr><td>${time(at)}</td><td>${to.join(', ')}</td><th scope="row"><a href="/console/mailbox/${id}">${name}</a></th></tr>`;
}

/** One mail as its reader sees it, and its text version. The frame has no access to this page, which can change things. */
export function mailPage(mail: ReceivedMail): Markup {
  const title = mail.subject || 'Without a subject';
  const text = html`<p class="mail">${withLinks(mail)}</p>`;
  return layout({
    title,
    at: '/console/mailbox',
    body: html`<p><a href="/console/mailbox">Mailbox</a></p>
<dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to.join(', ')}</dd><dt>Time (UTC)</dt><dd>${time(mail.at)}</dd></dl>
${
  mail.html === undefined
    ? text
    : html`<iframe class="letter" title="${title}" src="/console/mailbox/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>Text version</summary>${text}</details>`
}`,
  });
}

/**
 * What a mail in the frame may do: show its own styles and pictures of a desk on this machine, and open links in a new tab.
 */
export const LETTER_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:* http://127.0.0.1:*',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The HTML of a mail for the frame: its links open in a new tab. */
export function letterHtml(source: string): string {
  const base = '<base target="_blank">';
  const opened = source.replace('<head>', `<head>${base}`);
  return opened === source ? `${base}${source}` : opened;
}

/** The text with its addresses as links, otherwise unchanged. */
function withLinks({ text, links }: ReceivedMail): Markup[] {
  const pieces: Markup[] = [];
  let rest = text;
  for (const link of links) {
    const at = rest.indexOf(link);
    pieces.push(html`${rest.slice(0, at)}<a href="${link}" rel="noreferrer">${link}</a>`);
    rest = rest.slice(at + link.length);
  }
  return [...pieces, html`${rest}`];
}
