import 'server-only';
import type { ImportAnswer } from '@/components/admin/people/people-view';

type Texts = Record<'brand' | 'back' | 'caption' | 'line' | 'email' | 'outcome', string>;

const STYLE = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.25rem }
a { display: inline-block; padding: 0.625rem 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid; overflow-wrap: anywhere }`;

/**
 * The outcome of an upload for a browser without scripts: the answer to a file is no page that could be drawn,
 * because only a handler may read a body of that length.
 */
export function resultPage(answer: ImportAnswer, { texts, nonce }: { texts: Texts; nonce: string }): string {
  const { title, lines, more } = answer;
  const rows = lines.map(
    ({ line, email, label, problems }) =>
      `<tr><th scope="row">${line}</th><td><bdi>${escapeHtml(email)}</bdi></td><td>${escapeHtml([label, ...problems].join('. '))}</td></tr>`,
  );
  const heads = [texts.line, texts.email, texts.outcome].map(
    (head) => `<th scope="col">${escapeHtml(head)}</th>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${escapeHtml(texts.brand)}</title>
<style nonce="${escapeHtml(nonce)}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p><a href="/admin/people?view=files">${escapeHtml(texts.back)}</a></p>
${rows.length === 0 ? '' : `<table><caption>${escapeHtml(texts.caption)}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`}
<p>${escapeHtml(more)}</p>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
