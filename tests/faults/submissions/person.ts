import type { DemoPerson } from '@/tests/support/sign-in';
import { signIn } from '../../support/desk/agent';
import type { Page, PlainBrowser } from '../../support/desk/browser';
import type { Web } from '../../support/desk/by-its-name';
import { controlNamed, controlsOf } from '../../support/desk/html';

/** A form as a person sees it: its values and the names of its controls. */
export type LaidOutForm = {
  path: string;
  submissionId: string | undefined;
  /** The post with these answers, by label of their field, replacing those of the form. */
  data(answers?: Record<string, string>): FormData;
};

/** Signs a demo person in, for tests that need the browser itself. */
export async function browserOf(web: Web, name: DemoPerson): Promise<PlainBrowser> {
  return (await signIn(web, name)).browser;
}

/**
 * The lead form of a page, new or edit, with all its values.
 *
 * @throws {Error} if the page shows none
 */
export function readForm({ status, text, path }: Page): LaidOutForm {
  const html = /<form [^>]*id="lead-form".*?<\/form>/s.exec(text)?.[0];
  if (status !== 200 || !html) throw new Error(`${path} answered ${status} without a form.`);
  const held = controlsOf(html);
  return {
    path,
    submissionId: held.find(([name]) => name === 'submissionId')?.[1],
    data(answers = {}) {
      const data = new FormData();
      for (const [name, value] of held) data.append(name, value);
      for (const [label, value] of Object.entries(answers)) {
        const name = controlNamed(html, label);
        if (!name) throw new Error(`The form has no field "${label}".`);
        data.set(name, value);
      }
      return data;
    },
  };
}
