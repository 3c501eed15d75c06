import type { PlainBrowser } from '../../support/desk/browser';
import { controlNamed, controlsOf } from '../../support/desk/html';

const DEAL_VALUE = 'Deal value';

/** A lead's edit form with only the deal value changed, ready to be posted. */
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
