import 'server-only';
import { htmlLink, htmlPage, htmlParagraphs } from '@/lib/core/html';

type Page = {
  title: string;
  text: string;
  link: { href: string; label: string };
  brand: string;
  /** What the content security policy lets the style pass with. */
  nonce: string;
  /** Goes on to the link by itself. */
  goesOn: boolean;
};

/** A page with one way on, for answers of next-auth's address, where no page of ours is drawn. */
export function plainPage({ title, text, link, brand, nonce, goesOn }: Page): string {
  const body = `${htmlParagraphs(text)}\n${htmlLink(link)}`;
  return htmlPage({ title, brand, nonce, body, goesOnTo: goesOn ? link.href : undefined });
}
