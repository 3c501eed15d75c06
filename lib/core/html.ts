/**
 * Pages and mails rendered without React, from one skeleton. All texts are escaped where they are inserted.
 */

/** A text as HTML, for elements and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const PAGE_STYLE = `
:root { color-scheme: light dark }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
a { display: inline-block; padding: 0.625rem 0 }`;

/**
 * A page without external files: it must work when little else does.
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
  brand: string;
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
${refresh}<title>${escapeHtml(title)} – ${escapeHtml(brand)}</title>
<style nonce="${escapeHtml(nonce)}">${PAGE_STYLE}${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** Paragraphs of a page or a mail, from plain texts. */
export function htmlParagraphs(...texts: string[]): string {
  return texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
}

/** A paragraph with a single link. */
export function htmlLink({ href, label }: { href: string; label: string }): string {
  return `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`;
}

/** A mail in HTML, in the language `lang` (BCP 47). Mail programs do not support style sheets. */
export function htmlMail({ lang, subject, body }: { lang: string; subject: string; body: string }): string {
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font: 16px/1.5 sans-serif; max-width: 36em; margin: 0 auto; padding: 16px">
${body}
</body>
</html>
`;
}
