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
type HtmlImage = { src: string; width: number; height: number; plates: Record<Theme, string> };

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

/** The logo, else the name. */
function brandMark({ name, logo }: HtmlBrand, style = ''): string {
  if (!logo) return `<bdi>${escapeHtml(name)}</bdi>`;
  const size = `width="${logo.width}" height="${logo.height}"`;
  return `<img src="${escapeHtml(logo.src)}" alt="${escapeHtml(name)}" ${size}${style && ` style="${style}"`}>`;
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

/** A list, from plain texts that may be of any direction. */
export function htmlList(items: readonly string[]): string {
  const entries = items.map((item) => `<li dir="auto" style="margin: 4px 0">${escapeHtml(item)}</li>`);
  return `<ul style="margin: 16px 0; padding: 0 24px">${entries.join('')}</ul>`;
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

/** A mail in HTML, in the language `lang` (BCP 47). Mail programs do not support style sheets. */
export function htmlMail(mail: { lang: string; subject: string; body: string; brand: MailBrand }): string {
  const { lang, subject, body, brand } = mail;
  const plate = `background: ${brand.logo?.plates.light}; padding: 4px; border-radius: 4px`;
  const links = brand.links.map(
    ({ href, label }) => `<a href="${escapeHtml(href)}" style="color: #5a606b">${escapeHtml(label)}</a>`,
  );
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: #f4f5f7; color: #1a1d23; font: 16px/1.5 sans-serif">
<div style="max-width: ${WIDTH}; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #e1e4e9; border-radius: 8px">
<p style="margin: 0 0 24px; font-weight: 600">${brandMark(brand, plate)}</p>
${body}
</div>
${links.length === 0 ? '' : `<p style="max-width: ${WIDTH}; margin: 16px auto; padding: 0 24px; font-size: 13px">${links.join(' · ')}</p>\n`}</body>
</html>
`;
}
