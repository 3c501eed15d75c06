import { DEMO_SIGN_IN, type DemoPerson, demoSignInOf } from '@/tests/support/sign-in';
import { type Page, PlainBrowser } from './browser';
import type { Web } from './by-its-name';
import { openEventStream } from './event-stream';
import { controlsOf, formWithButton, headingOf, readable } from './html';
import { type LeadAnswers, leadNamed, openLeadForm, postLeadForm } from './lead-form';

/**
 * A person with a browser that runs no scripts. It returns what that person sees, so tests check that the
 * screen is true.
 */
export type Agent = {
  /** The same person, with the same cookie, on another web process. */
  at(web: Web): Agent;
  /**
   * Fills in the form for a new lead and submits it. Pass `again` to post a form that was posted before.
   *
   * @throws {Error} if the page shows no form
   */
  submit(lead: string | LeadAnswers, again?: Submitted): Promise<Submitted>;
  /** A submission's own page. */
  submission(id: string): Promise<SubmissionPage>;
  /** The text of any page. */
  page(path: string): Promise<{ status: number; text: string; heading: string; html: string }>;
  /**
   * Opens a page, presses a button of its text, and returns the text of the page after it.
   *
   * @throws {Error} if the page has no such button
   */
  press(path: string, button: string): Promise<string>;
  /** The browser itself, for flows of several pages. */
  browser: PlainBrowser;
  /** Opens the live updates of `/api/stream`. */
  stream(): ReturnType<typeof openEventStream>;
};

/** The result of pressing "Submit". */
export type Submitted = {
  submissionId: string;
  /** 200: a page is shown; 0: there was no answer. */
  status: number;
  /** The heading of the current page. */
  heading: string;
  state: ShownState | undefined;
  /** The form as it was posted. */
  data: FormData;
};

export type SubmissionPage = {
  status: number;
  heading: string;
  state: ShownState | undefined;
  /** The lead's id in the portal, if the page shows one. */
  leadId: string | undefined;
  text: string;
};

/** The state that a submission's page claims, by its heading. */
export type ShownState = keyof typeof HEADINGS;

const HEADINGS = {
  accepted: / was submitted$/,
  queued: / is saved and will be sent$/,
  sending: / is saved and being sent$/,
  confirming: /^Confirming delivery of /,
  review: / is saved and needs an admin’s review$/,
  refused: / needs a correction$/,
} as const;

/** Signs a demo person in on a web process, by the button with their name. */
export async function signIn(web: Web, name: DemoPerson): Promise<Agent> {
  const browser = new PlainBrowser(web);
  const page = await browser.get('/leads');
  const form = demoSignInOf(page.text, name);
  if (!form) throw new Error(`Nobody can sign in as ${name} (${page.status} at ${page.path}).`);
  const after = await browser.post(DEMO_SIGN_IN, new URLSearchParams(form));
  if (after.status !== 200 || /signin/.test(after.path))
    throw new Error(`${name} could not sign in (${after.status} at ${after.path}).`);
  return agentWith(browser);
}

function agentWith(browser: PlainBrowser): Agent {
  return {
    browser,
    at: (web) => agentWith(browser.at(web)),
    async submit(lead, again) {
      const form = again ?? (await openFilled(browser, lead));
      const page = await postLeadForm(browser, form.data).catch((): undefined => undefined);
      const { submissionId, data } = form;
      if (!page) return { submissionId, data, status: 0, heading: '', state: undefined };
      return { submissionId, data, ...shownOn(page) };
    },
    async submission(id) {
      const page = await browser.get(`/submissions/${encodeURIComponent(id)}`);
      const leadId = /href="\/leads\/([0-9a-f]{24})"/.exec(page.text)?.[1];
      return { ...shownOn(page), leadId, text: readable(page.text) };
    },
    async page(path) {
      const { status, text: html } = await browser.get(path);
      return { status, text: readable(html), heading: headingOf(html), html };
    },
    async press(path, button) {
      const page = await browser.get(path);
      const form = formWithButton(page.text, button);
      if (form === undefined) throw new Error(`No button “${button}” at ${path} (${page.status}).`);
      const data = new FormData();
      for (const [name, value] of controlsOf(form)) data.append(name, value);
      return readable((await browser.post(page.path, data)).text);
    },
    stream: () => openEventStream(browser),
  };
}

async function openFilled(browser: PlainBrowser, lead: string | LeadAnswers) {
  const form = await openLeadForm(browser);
  const data = form.data(typeof lead === 'string' ? leadNamed(lead) : lead);
  return { submissionId: form.submissionId, data };
}

function shownOn(page: Page): Pick<SubmissionPage, 'status' | 'heading' | 'state'> {
  const heading = headingOf(page.text);
  const states = Object.entries(HEADINGS).filter(([, pattern]) => pattern.test(heading));
  return { status: page.status, heading, state: states[0]?.[0] as ShownState | undefined };
}
