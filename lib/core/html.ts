import type { Theme } from './theme';

/**
 * Pages and mails rendered without React, from one skeleton. All texts are escaped where they are inserted.
 */

/** A text as HTML, for elements and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const PAGE_STYLE = `
:root { color-scheme: light dark }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem; overflow-wrap: anywhere }
.brand { font-weight: 600 }
.brand img { vertical-align: middle; padding: 0.25rem; border-radius: 0.25rem }
h1 { font-size: 1.5rem }
a { display: inline-block; padding: 0.625rem 0 }`;

/** A picture, its size in CSS pixels, and what is behind it in each theme: a color or `transparent`. */
type HtmlImage = {
  src: string;
  width: number;
  height: number;
  plates: Record<Theme, string>;
  /** Then the name isn't repeated beside it. */
  holdsName: boolean;
};

/** The brand at the top of a page. Its colors are ours, in hex. */
export type HtmlBrand = { name: string; logo?: HtmlImage; linkColors?: Record<Theme, string> };

type Link = { href: string; label: string };

/** The brand of a mail: the address of its logo is absolute. */
export type MailBrand = HtmlBrand & {
  /** The colors of its button. */
  button: { fill: string; text: string };
  /** Below the text. */
  links: readonly Link[];
};

/**
 * A page without external files except the logo, whose name is there without it: it must work when little else does.
 *
 * @param page.lang the tag (BCP 47) of the language of its texts
 * @param page.nonce lets the styles pass the page policy (CSP)
 * @param page.body escaped HTML below the title
 * @param page.style appended to the common styles
 * @param page.goesOnTo an address that the browser follows automatically
 */
export function htmlPage(page: {
  lang: string;
  title: string;
  brand: HtmlBrand;
  nonce: string;
  body: string;
  style?: string;
  goesOnTo?: string;
}): string {
  const { lang, title, brand, nonce, body, style = '', goesOnTo } = page;
  const refresh =
    goesOnTo === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${escapeHtml(goesOnTo)}">\n`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}<title>${escapeHtml(title)} – ${escapeHtml(brand.name)}</title>
<style nonce="${escapeHtml(nonce)}">${PAGE_STYLE}${brandStyle(brand)}${style}</style>
</head>
<body>
<p class="brand">${brandMark(brand)}</p>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** The logo and the name, unless the logo holds it. */
function brandMark({ name, logo }: HtmlBrand, style = ''): string {
  const text = `<bdi>${escapeHtml(name)}</bdi>`;
  if (!logo) return text;
  const alt = logo.holdsName ? escapeHtml(name) : '';
  const size = `width="${logo.width}" height="${logo.height}"`;
  const image = `<img src="${escapeHtml(logo.src)}" alt="${alt}" ${size}${style && ` style="${style}"`}>`;
  return logo.holdsName ? image : `${image} ${text}`;
}

function brandStyle({ logo, linkColors }: HtmlBrand): string {
  const pair = ({ light, dark }: Record<Theme, string>) => `light-dark(${light}, ${dark})`;
  const links = linkColors && `\na { color: ${pair(linkColors)} }`;
  const plate = logo && `\n.brand img { background: ${pair(logo.plates)} }`;
  return `${links ?? ''}${plate ?? ''}`;
}

/** Paragraphs of a page or a mail, from plain texts. */
export function htmlParagraphs(...texts: string[]): string {
  return texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
}

/** A line of a list: plain text of any direction, or what it is about with the text below it. */
export type ListItem = string | { title: string; text: string };

/** The rows of a mail. */
export function htmlList(items: readonly ListItem[]): string {
  const entries = items.map((item) => {
    const text =
      typeof item === 'string'
        ? escapeHtml(item)
        : `<strong style="font-weight: 600">${escapeHtml(item.title)}</strong><br>${escapeHtml(item.text)}`;
    return `<li dir="auto" style="margin: 0; padding: 10px 0; border-top: 1px solid #e1e4e9">${text}</li>`;
  });
  return `<ul style="margin: 16px 0; padding: 0; border-bottom: 1px solid #e1e4e9; list-style: none">${entries.join('')}</ul>`;
}

/** A paragraph with a single link. */
export function htmlLink({ href, label }: Link): string {
  return `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`;
}

/** A paragraph of a mail with a single link that looks like a button. */
export function htmlButton({ href, label }: Link, { button }: Pick<MailBrand, 'button'>): string {
  const style = `display: inline-block; padding: 10px 18px; border-radius: 6px; background: ${button.fill}; color: ${button.text}; font-weight: 600; text-decoration: none`;
  return `<p style="margin: 24px 0"><a href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

/** Of the card and the links below it, whose texts have different sizes. */
const WIDTH = '576px';

/**
 * A mail in HTML, in the language `lang` (BCP 47). Mail programs do not support style sheets.
 *
 * @param mail.preview what a mail program shows beside the subject; empty: how the text begins
 * @param mail.footer below the card, with the links of the brand
 */
export function htmlMail(mail: {
  lang: string;
  subject: string;
  preview?: string;
  body: string;
  footer?: string;
  brand: MailBrand;
}): string {
  const { lang, subject, preview = '', body, footer = '', brand } = mail;
  const plate = `background: ${brand.logo?.plates.light}; padding: 4px; border-radius: 4px; vertical-align: middle`;
  const below = `max-width: ${WIDTH}; margin: 16px auto; padding: 0 24px; color: #5a606b; font-size: 13px`;
  const links = brand.links.map(
    ({ href, label }) => `<a href="${escapeHtml(href)}" style="color: #5a606b">${escapeHtml(label)}</a>`,
  );
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: #f4f5f7; color: #1a1d23; font: 16px/1.5 sans-serif">
${preview && `<div style="display: none; max-height: 0; overflow: hidden">${escapeHtml(preview)}</div>\n`}<div style="max-width: ${WIDTH}; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #e1e4e9; border-radius: 8px">
<p style="margin: 0 0 24px; font-weight: 600">${brandMark(brand, plate)}</p>
${body}
</div>
${footer && `<p style="${below}">${escapeHtml(footer)}</p>\n`}${links.length === 0 ? '' : `<p style="${below}">${links.join(' · ')}</p>\n`}</body>
</html>
`;
}
