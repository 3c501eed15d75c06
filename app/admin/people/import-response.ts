import 'server-only';
import { getTranslations } from 'next-intl/server';
import { env } from '@/lib/core/env';
import { escapeHtml, type HtmlBrand, htmlLink, htmlPage, htmlParagraphs } from '@/lib/core/html';
import { cutText } from '@/lib/core/text';
import { addCounts, type Counts, countAll, type ImportLine, NO_COUNTS } from '@/lib/people/import';
import type { LastImport } from '@/lib/people/import-job';
import type { PeopleFileError } from '@/lib/people/people-file';

/** The result of an import or its dry run: every text is ready. */
export type ImportResponse = {
  tone: 'good' | 'info' | 'warn' | 'bad';
  title: string;
  lines: {
    line: number;
    email: string;
    outcome: 'added' | 'changed' | 'same' | 'wrong';
    label: string;
    problems: string[];
  }[];
  /** The number of unlisted lines as text; empty if all are listed. */
  more: string;
};

/** The maximum number of listed lines. */
const MAX_LISTED = 500;

/** What importing a file would do, in words, line by line. */
export async function toPreview(lines: readonly ImportLine[]): Promise<ImportResponse> {
  const t = await getTranslations('People.files');
  const counts = addCounts(NO_COUNTS, lines);
  const isWrong = counts.wrong > 0;
  const title = isWrong ? t('wrong', { count: counts.wrong }) : t('checked', counts);
  return { tone: isWrong ? 'bad' : 'info', title, ...(await listLines(lines, counts)) };
}

/** What an import did, as far as it is. */
export async function toResult({ counts, lines }: LastImport): Promise<ImportResponse> {
  const t = await getTranslations('People.files');
  const { added, changed, same, wrong } = counts;
  const title = t('imported', { added, changed, same, wrong, address: env().APP_URL });
  return { tone: wrong > 0 ? 'warn' : 'good', title, ...(await listLines(lines, counts)) };
}

/** @param counts of all lines, of which these may be the first */
async function listLines(lines: readonly ImportLine[], counts: Counts) {
  const t = await getTranslations('People.files');
  const listed = lines.slice(0, MAX_LISTED).map((line) => {
    const problems = 'problems' in line ? line.problems : [];
    return {
      line: line.line,
      email: cutText(line.email, 254),
      outcome: line.outcome,
      label: t(`outcomes.${line.outcome}`),
      problems: problems.map(({ column, fault, line: other }) =>
        t(`cell-fault.${fault}`, { column: column ?? '', line: other ?? 0 }),
      ),
    };
  });
  const more = countAll(counts) - listed.length;
  return { lines: listed, more: more > 0 ? t('more', { count: more }) : '' };
}

/** Why a file could not be read at all. */
export async function toRefusal({ fault, detail }: PeopleFileError): Promise<ImportResponse> {
  const t = await getTranslations('People.files');
  return refusal(t(`file-fault.${fault}`, { detail }));
}

/** The response to an upload that was refused as a whole: nothing was imported. */
export function refusal(title: string): ImportResponse {
  return { tone: 'bad', title, lines: [], more: '' };
}

type Texts = Record<'lang' | 'back' | 'caption' | 'line' | 'email' | 'outcome', string>;

const STYLE = `
body { font-size: 1rem; max-width: 60rem; margin-top: 2rem }
h1 { font-size: 1.25rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid; overflow-wrap: anywhere }`;

/**
 * The result of an upload for a browser without scripts: it cannot be a rendered page, because only a route
 * handler may read a body of that length.
 */
export function resultPage(
  response: ImportResponse,
  { texts, brand, nonce }: { texts: Texts; brand: HtmlBrand; nonce: string },
): string {
  const { title, lines, more } = response;
  const rows = lines.map(
    ({ line, email, label, problems }) =>
      `<tr><th scope="row">${line}</th><td><bdi>${escapeHtml(email)}</bdi></td><td>${[label, ...problems].map(escapeHtml).join('<br>')}</td></tr>`,
  );
  const heads = [texts.line, texts.email, texts.outcome].map(
    (head) => `<th scope="col">${escapeHtml(head)}</th>`,
  );
  const table = `<table><caption>${escapeHtml(texts.caption)}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  const back = htmlLink({ href: '/admin/people?view=files', label: texts.back });
  const body = [back, rows.length === 0 ? '' : table, htmlParagraphs(more)].join('\n');
  return htmlPage({ lang: texts.lang, title, brand, nonce, style: STYLE, body });
}
