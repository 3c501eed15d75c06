import 'server-only';
import {
  htmlButton,
  htmlList,
  htmlMail,
  htmlParagraphs,
  type ListItem,
  type MailBrand,
} from '@/lib/core/html';
import { cutText } from '@/lib/core/text';
import type { Mail } from './mail';

type Link = { href: string; label: string };

/** A paragraph, a list, or a link on a line of its own. */
export type MailPart = string | { items: readonly ListItem[] } | Link;

/** As much of its lists as a mail program shows beside the subject. */
const [PREVIEW_ITEMS, PREVIEW_LENGTH] = [3, 150];

/**
 * The texts of a mail, plain and in HTML, with the brand and its links.
 *
 * @param mail.lang the tag (BCP 47) of its language
 * @param mail.footer why the person gets it
 * @param mail.links below the text, before those of the brand
 */
export function composeMail(mail: {
  lang: string;
  subject: string;
  parts: readonly MailPart[];
  footer?: string;
  links?: readonly Link[];
  brand: MailBrand;
}): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { lang, subject, parts, footer, links = [] } = mail;
  const brand = { ...mail.brand, links: [...links, ...mail.brand.links] };
  const below = brand.links.map(({ href, label }) => labelled(lang, label, href.replace(/^mailto:/, '')));
  const text = [
    ...parts.map((part) => toText(lang, part)),
    ...(footer ? [footer] : []),
    ...(below.length === 0 ? [] : [below.join('\n')]),
    '',
  ];
  const body = parts.map((part) => toHtml(part, brand)).join('\n');
  const preview = toPreview(lang, parts);
  return {
    subject,
    text: text.join('\n\n'),
    html: htmlMail({ lang, subject, preview, body, footer, brand }),
  };
}

/** A text with what it is about before it, as the language writes it. */
export function labelled(lang: string, label: string, text: string): string {
  if (lang.startsWith('ja')) return `${label}：${text}`;
  return `${label}${lang.startsWith('fr') ? '\u00a0' : ''}: ${text}`;
}

const toLine = (lang: string, item: ListItem) =>
  typeof item === 'string' ? item : labelled(lang, item.title, item.text);

function toPreview(lang: string, parts: readonly MailPart[]): string {
  const items = parts.flatMap((part) => (typeof part === 'object' && 'items' in part ? part.items : []));
  const lines = items.slice(0, PREVIEW_ITEMS).map((item) => toLine(lang, item));
  return cutText(lines.join(' · '), PREVIEW_LENGTH);
}

function toText(lang: string, part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('items' in part) return part.items.map((item) => `- ${toLine(lang, item)}`).join('\n');
  return labelled(lang, part.label, part.href);
}

function toHtml(part: MailPart, brand: MailBrand): string {
  if (typeof part === 'string') return htmlParagraphs(part);
  return 'items' in part ? htmlList(part.items) : htmlButton(part, brand);
}
