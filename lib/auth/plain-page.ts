import 'server-only';
import { htmlLink, htmlPage, htmlParagraphs } from '@/lib/core/html';

type Page = {
  title: string;
  text: string;
  link: { href: string; label: string };
  brand: string;
  /** The nonce that lets the styles pass the page policy (CSP). */
  nonce: string;
  /** Follows the link automatically. */
  goesOn: boolean;
};

/** A page with a single link, for responses of next-auth's routes, where none of our pages is rendered. */
export function plainPage({ title, text, link, brand, nonce, goesOn }: Page): string {
  const body = `${htmlParagraphs(text)}\n${htmlLink(link)}`;
  return htmlPage({ title, brand, nonce, body, goesOnTo: goesOn ? link.href : undefined });
}
