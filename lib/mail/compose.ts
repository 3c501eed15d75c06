import 'server-only';
import { htmlButton, htmlList, htmlMail, htmlParagraphs, type MailBrand } from '@/lib/core/html';
import type { Mail } from './mail';

type Link = { href: string; label: string };

/** A paragraph, a list, or a link on a line of its own. */
export type MailPart = string | { items: readonly string[] } | Link;

/**
 * The texts of a mail, plain and in HTML, with the brand and its links.
 *
 * @param mail.lang the tag (BCP 47) of its language
 * @param mail.links below the text, before those of the brand
 */
export function composeMail(mail: {
  lang: string;
  subject: string;
  parts: readonly MailPart[];
  links?: readonly Link[];
  brand: MailBrand;
}): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { lang, subject, parts, links = [] } = mail;
  const brand = { ...mail.brand, links: [...links, ...mail.brand.links] };
  const colon = lang.startsWith('fr') ? '\u00a0:' : ':';
  const below = brand.links.map(({ href, label }) => `${label}${colon} ${href.replace(/^mailto:/, '')}`);
  const text = [...parts.map(toText), ...(below.length === 0 ? [] : [below.join('\n')]), ''];
  const body = parts.map((part) => toHtml(part, brand)).join('\n');
  return { subject, text: text.join('\n\n'), html: htmlMail({ lang, subject, brand, body }) };
}

function toText(part: MailPart): string {
  if (typeof part === 'string') return part;
  return 'items' in part ? part.items.map((item) => `- ${item}`).join('\n') : part.href;
}

function toHtml(part: MailPart, brand: MailBrand): string {
  if (typeof part === 'string') return htmlParagraphs(part);
  return 'items' in part ? htmlList(part.items) : htmlButton(part, brand);
}
