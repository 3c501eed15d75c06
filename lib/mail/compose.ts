import 'server-only';
import { htmlButton, htmlMail, htmlParagraphs, type MailBrand } from '@/lib/core/html';
import type { Mail } from './mail';

/** A paragraph, or a link on a line of its own. */
type MailPart = string | { href: string; label: string };

/**
 * The texts of a mail, plain and in HTML, with the brand and its links.
 *
 * @param mail.lang the tag (BCP 47) of its language
 */
export function composeMail(mail: {
  lang: string;
  subject: string;
  parts: readonly MailPart[];
  brand: MailBrand;
}): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { lang, subject, parts, brand } = mail;
  const links = brand.links.map(({ href, label }) => `${label}: ${href.replace(/^mailto:/, '')}`);
  const text = parts.map((part) => (typeof part === 'string' ? part : part.href));
  const body = parts.map((part) =>
    typeof part === 'string' ? htmlParagraphs(part) : htmlButton(part, brand),
  );
  return {
    subject,
    text: [...text, ...(links.length === 0 ? [] : [links.join('\n')]), ''].join('\n\n'),
    html: htmlMail({ lang, subject, brand, body: body.join('\n') }),
  };
}
