import type { PlainBrowser } from './browser';
import { controlNamed, tagsOf } from './html';

/** Answers by the label of their field. A picklist takes the value, a yes-or-no `true` or `false`. */
export type LeadAnswers = Record<string, string>;

/** A form for a new lead from its page; each post of it is the same submission. */
export type OpenForm = { submissionId: string; data(answers: LeadAnswers): FormData };

const PATH = '/leads/new';

/** The required answers of the demo's portal, and a name to find the lead again. */
export function leadNamed(lastName: string): LeadAnswers {
  return {
    'Last name': lastName,
    Email: `${lastName.toLowerCase()}@example.com`,
    Company: 'Alder Logistics',
    Platform: 'web-store',
    'Agreed to be contacted': 'true',
  };
}

/**
 * Opens the form for a new lead.
 *
 * @throws {Error} if the page shows no form
 */
export async function openLeadForm(browser: PlainBrowser): Promise<OpenForm> {
  const page = await browser.get(PATH);
  const html = /<form [^>]*id="lead-form".*?<\/form>/s.exec(page.text)?.[0];
  if (page.status !== 200 || !html) throw new Error(`${PATH} answered ${page.status} without a form.`);
  const inputs = tagsOf(html, 'input');
  const hidden = inputs.filter(({ type }) => type === 'hidden');
  const submissionId = hidden.find(({ name }) => name === 'submissionId')?.value;
  if (!submissionId) throw new Error('The form carries no submission id.');
  return {
    submissionId,
    data(answers) {
      const data = new FormData();
      for (const { name, value } of hidden) data.append(name ?? '', value ?? '');
      for (const [label, value] of Object.entries(answers)) {
        const name = controlNamed(html, label);
        if (!name) throw new Error(`The form has no field "${label}".`);
        data.append(name, value);
      }
      return data;
    },
  };
}

/** Posts the form as a browser without scripts does. */
export function postLeadForm(browser: PlainBrowser, data: FormData) {
  return browser.post(PATH, data);
}
