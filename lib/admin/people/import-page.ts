import 'server-only';
import { escapeHtml, htmlLink, htmlPage, htmlParagraphs } from '@/lib/core/html';
import type { ImportAnswer } from './import-answer';

type Texts = Record<'brand' | 'back' | 'caption' | 'line' | 'email' | 'outcome', string>;

const STYLE = `
body { font-size: 1rem; max-width: 60rem; margin-top: 2rem }
h1 { font-size: 1.25rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid; overflow-wrap: anywhere }`;

/**
 * The result of an upload for a browser without scripts: it cannot be a rendered page, because only a route
 * handler may read a body of that length.
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
  const table = `<table><caption>${escapeHtml(texts.caption)}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  const back = htmlLink({ href: '/admin/people?view=files', label: texts.back });
  const body = [back, rows.length === 0 ? '' : table, htmlParagraphs(more)].join('\n');
  return htmlPage({ title, brand: texts.brand, nonce, style: STYLE, body });
}
