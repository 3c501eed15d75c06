import 'server-only';

/** The words of the page, and the desk's name. Plain text: they are made safe here. */
export type UnavailableTexts = { title: string; what: string; safe: string; brand: string };

const STYLE = `
:root { color-scheme: light dark }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }`;

/**
 * The page that is sent in place of any other while the database does not answer. Made without React and
 * without files of its own: it must work when little else does.
 *
 * @param nonce what the content security policy lets the style pass with
 */
export function unavailablePage({ texts, nonce }: { texts: UnavailableTexts; nonce: string }): string {
  const { title, what, safe, brand } = texts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${escapeHtml(brand)}</title>
<style nonce="${escapeHtml(nonce)}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(what)}</p>
<p>${escapeHtml(safe)}</p>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
