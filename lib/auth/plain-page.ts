import 'server-only';

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

const STYLE = `
:root { color-scheme: light dark }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
a { display: inline-block; padding: 0.625rem 0 }`;

/** A page with one way on, for answers of next-auth's address, where no page of ours is drawn. */
export function plainPage({ title, text, link, brand, nonce, goesOn }: Page): string {
  const href = escapeHtml(link.href);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${goesOn ? `<meta http-equiv="refresh" content="0; url=${href}">` : ''}
<title>${escapeHtml(title)} – ${escapeHtml(brand)}</title>
<style nonce="${escapeHtml(nonce)}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="${href}">${escapeHtml(link.label)}</a></p>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
