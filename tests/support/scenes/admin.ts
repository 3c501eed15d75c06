import type { Locator } from '@playwright/test';
import { DEMO } from '@/sandbox/demo';
import { expect, type Scene, type Stage, scenesOf } from './scene';
import { openSearch } from './search';

/** Pages of an admin of the desk. */
export const ADMIN: readonly Scene[] = scenesOf({ person: 'Robin Hale' }, [
  { id: 'admin-home', open: '/admin' },
  { id: 'admin-settings', open: '/settings' },
  { id: 'admin-search', open: ({ page, t }) => openSearch(page, { t, q: 'm', from: '/admin' }) },
  {
    id: 'admin-health',
    open: async ({ page, t }) => {
      await page.goto('/admin/health');
      await checkNow({ page, t });
    },
  },
  { id: 'admin-reports', print: true, open: '/admin/reports' },
  {
    id: 'admin-reports-organization',
    open: async ({ page }) => {
      await page.goto('/admin/reports');
      await page.getByRole('rowheader').getByRole('link').first().click();
      await expect(page).toHaveURL(/organization=/);
    },
  },
  { id: 'admin-people-waiting', open: '/admin/people' },
  { id: 'admin-people', open: '/admin/people?view=people' },
  { id: 'admin-people-agents', open: '/admin/people?view=agents' },
  { id: 'admin-people-rules', open: '/admin/people?view=rules' },
  { id: 'admin-people-files', open: '/admin/people?view=files' },
  { id: 'admin-person', open: openPerson },
  {
    id: 'admin-person-disable',
    open: async (stage) => {
      await openPerson(stage);
      await stage.page.getByRole('button', { name: stage.t('People.person.disable') }).click();
      await expect(stage.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    id: 'admin-viewing-leads',
    open: async (stage) => {
      await viewAsMaya(stage);
      await stage.page.goto('/leads');
    },
  },
  {
    id: 'admin-viewing-not-available',
    open: async (stage) => {
      await viewAsMaya(stage);
      await stage.page.goto('/drafts');
    },
  },
  { id: 'admin-leads', open: '/admin/leads?waiting=0' },
  {
    id: 'admin-lead',
    open: async ({ page }) => {
      await page.goto('/admin/leads');
      await page.getByRole('rowheader').getByRole('link').first().click();
      await expect(page.locator('#timeline')).toBeVisible();
    },
  },
  { id: 'admin-invite', open: '/admin/people/invite' },
  { id: 'admin-fields', open: '/admin/fields' },
  { id: 'admin-fields-german', open: '/admin/fields?texts=de' },
  {
    id: 'admin-statuses',
    open: async ({ page }) => {
      await page.goto('/admin/fields?part=statuses');
      await page.locator('fieldset summary').first().click();
    },
  },
  {
    id: 'admin-form-preview',
    open: async ({ page, t }) => {
      await page.goto('/admin/fields/preview');
      await page.getByLabel(t('FormPreview.answer')).fill(CHANGED_FORM);
      await page.getByRole('button', { name: t('FormPreview.try') }).click();
      await expect(page.getByRole('heading', { name: t('FormPreview.changes') })).toBeVisible();
    },
  },
  { id: 'admin-webhooks', open: openDeliveries },
  { id: 'admin-receipts', open: '/admin/receipts' },
  {
    id: 'admin-retention-asked',
    open: async ({ page, t }) => {
      await page.goto('/admin/retention');
      await page.getByLabel(t('Retention.kind.notices'), { exact: true }).selectOption({ index: 0 });
      await page.getByRole('button', { name: t('Common.save') }).click();
      await expect(page.getByLabel(t('Retention.sure'))).toBeVisible();
    },
  },
  { id: 'admin-erasure', open: '/admin/erasure' },
  {
    id: 'admin-erasure-nothing',
    open: async ({ page, t }) => {
      await page.goto('/admin/erasure');
      await page.getByLabel(t('Erasure.text')).fill('nobody@example.com');
      await page
        .getByRole('main')
        .getByRole('button', { name: t('Erasure.find'), exact: true })
        .click();
      await expect(page.getByText(t('Erasure.nothing'))).toBeVisible();
    },
  },
  {
    id: 'admin-erasure-found',
    open: async (stage) => {
      await findNewLead(stage);
    },
  },
  {
    id: 'admin-erasure-certificate',
    print: true,
    open: async (stage) => {
      const { page, t } = stage;
      const email = await findNewLead(stage);
      await page.getByLabel(t('Erasure.again', { text: email })).fill(email);
      await page.getByRole('button', { name: t('Erasure.erase'), exact: true }).click();
      await expect(page.getByRole('heading', { name: t('Erasure.certificate.title') })).toBeVisible();
    },
  },
  { id: 'admin-submissions', open: '/admin/submissions' },
  { id: 'admin-audit', open: '/admin/audit' },
  { id: 'admin-not-found', open: '/admin/nothing', isError: true },
]);

/** Very different from the portal's form, with a field that can't be read. */
const CHANGED_FORM = JSON.stringify({
  unifiedFields: [
    { fieldId: 'lastName', label: 'Last name', type: 'text', required: true },
    { fieldId: 'vat', label: `VAT number ${'of the whole group '.repeat(8)}`, type: 'text', required: true },
    { label: 'Without an ID' },
  ],
});

async function openPerson({ page }: Stage): Promise<void> {
  await page.goto('/admin/people?view=people&q=Maya');
  await page.getByRole('row', { name: 'Maya Lindqvist' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya');
}

const [HARBOUR] = DEMO.organizations;

/** With a delivery, and the lead read that it is about. */
async function openDeliveries({ page, vendor, t }: Stage): Promise<void> {
  const owner = { partnerOrganizationId: HARBOUR.id, agentId: HARBOUR.agents[0].id };
  await vendor.createLead({ ...owner, firstName: 'Iris', lastName: 'Falk', email: 'iris.falk@example.com' });
  const deliveries = page.getByRole('table', { name: t('Webhooks.deliveries') });
  const read = deliveries.getByText(t('Webhooks.outcome.read'), { exact: true });
  await expect(async () => {
    await page.goto('/admin/webhooks');
    await expect(read.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Looks for the person of a new lead, as soon as the portal has reported it. */
async function findNewLead({ page, vendor, t }: Stage): Promise<string> {
  const owner = { partnerOrganizationId: HARBOUR.id, agentId: HARBOUR.agents[0].id };
  const email = `ada.${Date.now()}@example.com`;
  await vendor.createLead({ ...owner, firstName: 'Ada', lastName: 'Brandt', email });
  await expect(async () => {
    await page.goto('/admin/erasure');
    await page.getByLabel(t('Erasure.text')).fill(email);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('Erasure.find'), exact: true })
      .click();
    await expect(page.getByLabel(t('Erasure.again', { text: email }))).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return email;
}

/** Until the scene is over. */
async function viewAsMaya(stage: Stage): Promise<void> {
  const { page, afterwards, t } = stage;
  await openPerson(stage);
  await page.getByLabel(t('Common.reason')).fill('Ticket 4711');
  const start = t('People.person.viewAsStart', { name: 'Maya Lindqvist' });
  await page.getByRole('button', { name: start }).click();
  const banner = page.getByRole('region', { name: t('Shell.viewing.label') });
  await expect(banner).toBeVisible();
  afterwards(async () => {
    await page.goto('/leads');
    await banner.getByRole('button', { name: t('Shell.viewing.stop') }).click();
    await expect(banner).toBeHidden();
  });
}

type Result = { bad: number; warnings: number };

/** Up to the number of all checks. */
const COUNTS = [...Array(22).keys()];
const NOT_FAILING: readonly Result[] = COUNTS.map((warnings) => ({ bad: 0, warnings }));
const FAILING: readonly Result[] = COUNTS.slice(1).map((bad) => ({ bad, warnings: 0 }));

async function checkNow({ page, t }: Pick<Stage, 'page' | 't'>): Promise<void> {
  await page.getByRole('button', { name: t('Setup.checkNow') }).click();
  await expect(anyOf([...NOT_FAILING, ...FAILING], { page, t })).toBeVisible();
}

/** Any of the results of a check, in the language of the page. */
function anyOf(results: readonly Result[], { page, t }: Pick<Stage, 'page' | 't'>): Locator {
  const texts = results.map((result) => page.getByText(t('Setup.checked', result)));
  return texts.reduce((one, other) => one.or(other));
}
