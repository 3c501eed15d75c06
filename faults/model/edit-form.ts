import type { PlainBrowser } from '../harness/browser';
import { controlNamed, tagsOf } from '../harness/html';

const DEAL_VALUE = 'Deal value';

/** A lead's edit form with the deal value changed and all else as it came, ready to be posted. */
export type FilledEdit = { path: string; data: FormData };

/** Opens a lead's edit form and fills in another deal value; undefined if there is no form to fill in. */
export async function fillEdit(
  browser: PlainBrowser,
  { leadId, value }: { leadId: string; value: number },
): Promise<FilledEdit | undefined> {
  const path = `/leads/${leadId}/edit`;
  const page = await browser.get(path);
  const html = /<form id="lead-form".*?<\/form>/s.exec(page.text)?.[0];
  const key = html && controlNamed(html, DEAL_VALUE);
  if (page.status !== 200 || !html || !key) return undefined;
  const data = new FormData();
  for (const [name, held] of controlsOf(html)) data.append(name, name === key ? String(value) : held);
  return { path, data };
}

/** What a browser would send of an untouched form: React's output, not any HTML. */
function controlsOf(html: string): [name: string, value: string][] {
  const inputs = tagsOf(html, 'input')
    .filter(({ type, checked }) => (type !== 'radio' && type !== 'checkbox') || checked !== undefined)
    .map(({ name = '', value = '' }): [string, string] => [name, value]);
  const selects = [...html.matchAll(/<select\b.*?<\/select>/gs)].map(([whole]): [string, string] => {
    const options = tagsOf(whole, 'option');
    const chosen = options.find(({ selected }) => selected !== undefined) ?? options[0];
    return [tagsOf(whole, 'select')[0]?.name ?? '', chosen?.value ?? ''];
  });
  const areas = [...html.matchAll(/<textarea\b[^>]*>(.*?)<\/textarea>/gs)].map(
    ([whole, text = '']): [string, string] => [
      tagsOf(whole, 'textarea')[0]?.name ?? '',
      text.replace(/^\n/, ''),
    ],
  );
  return [...inputs, ...selects, ...areas].filter(([name]) => name !== '');
}
