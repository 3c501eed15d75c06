import type { Agent } from '@/tests/support/desk/agent';
import { tagsOf } from '@/tests/support/desk/html';
import { checkCells, sendImported, uploadCells } from '@/tests/support/desk/import-pages';
import { until } from '@/tests/support/desk/until';
import type { DemoPerson } from '@/tests/support/sign-in';

const LEAD = /^\/leads\/[\da-f]{24}$/;

/** A page to measure, as one kind of person sees it. */
export type MeasuredPage = {
  /** The route under `app/`, as its folders name it. */
  route: string;
  /** Who is signed in; nobody if missing. */
  person?: DemoPerson;
  /** Its address; the route itself if missing. A function finds it with the browser of `person`. */
  address?: string | ((visitor: Agent) => Promise<string>);
};

const signedIn = (person: DemoPerson, pages: readonly MeasuredPage[]): MeasuredPage[] =>
  pages.map((page) => ({ ...page, person }));

/** Every page of the desk, by who is signed in: nobody, someone of no organization, agent, manager, admin. */
export const MEASURED_PAGES: readonly MeasuredPage[] = [
  { route: '/accessibility' },
  { route: '/verify' },
  { route: '/unsubscribe' },
  { route: '/signin' },
  { route: '/signin/link', address: '/signin/link?token=expired' },
  { route: '/signin/sent' },
  ...signedIn('Sam Ito', [{ route: '/waiting' }]),
  ...signedIn('Maya Lindqvist', [
    { route: '/leads' },
    { route: '/leads/new' },
    { route: '/drafts' },
    { route: '/notifications' },
    { route: '/settings' },
    { route: '/leads/export' },
    { route: '/leads/views', address: '/leads/views?status=won' },
    { route: '/settings/device' },
    { route: '/leads/import' },
    ...(['columns', 'check', 'send', 'result'] as const).map((step) => ({
      route: `/leads/import/[id]/${step}`,
      address: (visitor: Agent) => importLeads(visitor, step),
    })),
    { route: '/leads/[id]', address: (visitor) => findLink(visitor, { on: '/leads', to: LEAD }) },
    {
      route: '/leads/[id]/edit',
      address: async (visitor) => `${await findLink(visitor, { on: '/leads', to: LEAD })}/edit`,
    },
    { route: '/submissions/[id]', address: submitLead },
  ]),
  ...signedIn('Ines Carvalho', [
    { route: '/leads' },
    { route: '/team' },
    { route: '/leads/[id]', address: (visitor) => findLink(visitor, { on: '/leads', to: LEAD }) },
  ]),
  ...signedIn('Robin Hale', [
    { route: '/admin' },
    { route: '/admin/health' },
    { route: '/admin/people', address: '/admin/people?view=people' },
    {
      route: '/admin/people/[id]',
      address: (visitor) =>
        findLink(visitor, { on: '/admin/people?view=people', to: /^\/admin\/people\/[a-z]{3}_[\w-]{20}$/ }),
    },
    {
      route: '/admin/people/agent',
      address: (visitor) =>
        findLink(visitor, { on: '/admin/people?view=agents', to: /^\/admin\/people\/agent\?/ }),
    },
    { route: '/admin/people/invite' },
    { route: '/admin/leads' },
    {
      route: '/admin/leads/[id]',
      address: (visitor) => findLink(visitor, { on: '/admin/leads', to: /^\/admin\/leads\/[\da-f]{24}$/ }),
    },
    { route: '/admin/fields' },
    { route: '/admin/fields/preview' },
    { route: '/admin/brand' },
    { route: '/admin/webhooks' },
    { route: '/admin/receipts' },
    { route: '/admin/reports' },
    { route: '/admin/retention' },
    { route: '/admin/erasure' },
    { route: '/admin/submissions' },
    { route: '/admin/audit' },
  ]),
];

/** Routes without a page of their own to measure, and what they do instead. */
export const UNMEASURED_ROUTES: Readonly<Record<string, string>> = {
  '/': 'redirects to the first page',
  '/leads/new/correct': 'the form of /leads/new, for a lead that was rejected',
  '/offline': 'shows what the device keeps, and is opened by the worker only',
  '/admin/erasure/[id]': 'shows a certificate, and there is none before someone is erased',
  '/view-as': 'one paragraph, for an admin who sees the desk as a person',
};

/** @throws {Error} if the page has no such link */
async function findLink(visitor: Agent, { on, to }: { on: string; to: RegExp }): Promise<string> {
  const { html } = await visitor.page(on);
  const link = tagsOf(html, 'a').find(({ href }) => href !== undefined && to.test(href));
  if (!link?.href) throw new Error(`${on} has no link like ${to}.`);
  return link.href;
}

/** Submits a lead, and returns its page's address once the portal has accepted it. */
async function submitLead(visitor: Agent): Promise<string> {
  const { submissionId } = await visitor.submit('Measured');
  await until(
    'the lead is accepted',
    async () => (await visitor.submission(submissionId)).state === 'accepted',
  );
  return `/submissions/${encodeURIComponent(submissionId)}`;
}

const CELLS = [
  'First name\tLast name\tEmail\tPlatform\tCompany',
  'Nils\tMeasured\tmeasured@firm.example\tWeb store\tFirm',
  'Ada\tMeasured\tno address\tShop\tOther firm',
].join('\n');

/** Uploads a few leads, and returns the address of a step of their import. */
async function importLeads(
  { browser }: Agent,
  step: 'columns' | 'check' | 'send' | 'result',
): Promise<string> {
  if (step === 'columns') return (await uploadCells(browser, CELLS)).path;
  const id = await checkCells(browser, CELLS.replaceAll('Measured', `Measured${Date.now()}`));
  if (step === 'result') await sendImported(browser, id);
  return `/leads/import/${id}/${step}`;
}
