import type { Page } from '@playwright/test';
import { addLead } from './leads';
import { expect, type Scene, type Stage, scenesOf } from './scene';

/** Pages of an agent with their own leads. */
export const AGENT: readonly Scene[] = scenesOf({ person: 'Maya Lindqvist' }, [
  { id: 'leads', open: '/leads', print: true },
  { id: 'leads-filtered', open: '/leads?status=won&sort=value' },
  { id: 'leads-no-match', open: '/leads?q=nobodyiscalledthis' },
  {
    id: 'leads-account-menu',
    open: async ({ page, t }) => {
      await page.goto('/leads');
      await page.getByRole('button', { name: t('Shell.account', { name: 'Maya Lindqvist' }) }).click();
    },
  },
  {
    id: 'leads-display',
    open: async ({ page }) => {
      await page.goto('/leads');
      await page.getByRole('button', { name: 'Display' }).click();
    },
  },
  {
    id: 'leads-shortcuts',
    open: async ({ page }) => {
      await page.goto('/leads');
      await page.getByRole('button', { name: /account/ }).click();
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    },
  },
  {
    id: 'leads-portal-down',
    open: async (stage) => {
      const { page, vendor, afterwards } = stage;
      await vendor.setFaults({ down: true });
      afterwards(() => vendor.setFaults({ down: false }));
      await openNewLead(page);
      await fillRequired(stage, 'Outage');
      await submit(stage);
      await page.goto('/leads');
    },
  },
  {
    id: 'leads-offline',
    open: async ({ page, afterwards, t }) => {
      await page.goto('/leads');
      await page.context().setOffline(true);
      afterwards(() => page.context().setOffline(false));
      await expect(page.getByRole('alert').filter({ hasText: t('Shell.connection.offline') })).toBeVisible();
    },
  },
  { id: 'form', open: ({ page }) => openNewLead(page) },
  {
    id: 'form-all-sections',
    open: async ({ page }) => {
      await openNewLead(page);
      for (const summary of await page.locator('#lead-form summary').all()) await summary.click();
    },
  },
  {
    id: 'form-errors',
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await page.getByLabel('Email').fill('nora@');
      await submit(stage);
      await expect(page.getByRole('heading', { name: t('Form.problem') })).toBeVisible();
    },
  },
  {
    id: 'form-number-question',
    open: async ({ page }) => {
      await openNewLead(page);
      for (const summary of await page.locator('#lead-form summary').all()) await summary.click();
      await page.getByLabel('Deal value').fill('12.500');
      await page.getByLabel('Probability of closing').fill('12.500');
      await expect(page.locator('fieldset input[type=radio][name^=as_]').first()).toBeVisible();
    },
  },
  {
    id: 'form-already-submitted',
    open: async (stage) => {
      const { page } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Winters');
      await submit(stage);
      await page.waitForURL(/\/submissions\//);
      await page.goBack();
      await fillRequired(stage, 'Summers');
      await submit(stage);
      await page.waitForURL(/\/submissions\/|\/leads\/new/);
    },
  },
  {
    id: 'submission-accepted',
    print: true,
    open: async (stage) => {
      const { page } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Accepted');
      await submit(stage);
      await page.waitForURL(/\/submissions\//);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Accepted');
    },
  },
  {
    id: 'verify-genuine',
    print: true,
    open: async (stage) => {
      const { page, t } = stage;
      await openNewLead(page);
      await fillRequired(stage, 'Proven');
      await submit(stage);
      await page.getByRole('link', { name: t('Receipt.verify') }).click();
      await expect(page.getByText(t('Verify.genuine'))).toBeVisible();
    },
  },
  {
    id: 'submission-on-its-way',
    open: async (stage) => {
      const { page, vendor, afterwards } = stage;
      await vendor.setFaults({ down: true });
      afterwards(() => vendor.setFaults({ down: false }));
      await openNewLead(page);
      await fillRequired(stage, 'Waiting');
      await submit(stage);
      await page.waitForURL(/\/submissions\//);
    },
  },
  { id: 'submission-needs-correction', open: openRefused },
  {
    id: 'form-correction',
    open: async (stage) => {
      await openRefused(stage);
      const { page, t } = stage;
      await page.getByRole('link', { name: t('Submission.correct') }).click();
      await expect(page.getByRole('button', { name: t('Form.submitLead') }).first()).toBeVisible();
    },
  },
  { id: 'lead', print: true, open: (stage) => openLeadOfStatus(stage, 'won') },
  { id: 'lead-pending', open: (stage) => openLeadOfStatus(stage, 'pending') },
  { id: 'lead-lost', open: (stage) => openLeadOfStatus(stage, 'lost') },
  {
    id: 'lead-deleted',
    open: async (stage) => {
      const lead = await openFresh(stage, 'Removed');
      await stage.vendor.deleteLead(lead.id);
      await expect(stage.page.getByText(stage.t('Lead.deletedTitle')).first()).toBeVisible();
    },
  },
  { id: 'lead-not-found', open: '/leads/00000000000000000000abcd', isError: true },
  { id: 'lead-edit', open: async (stage) => void (await openEdit(stage, 'Edited')) },
  {
    id: 'lead-edit-conflict',
    open: async (stage) => {
      const { page, vendor, t } = stage;
      const lead = await openEdit(stage, 'Contested');
      await page.getByLabel('Company').fill('Mine Ltd');
      await vendor.changeLead(lead.id, { value: 2500, customFields: { companyName: 'Theirs Ltd' } });
      await page.getByRole('button', { name: t('Form.saveChanges') }).click();
      await expect(page.getByText('Theirs Ltd').first()).toBeVisible();
    },
  },
]);

async function openNewLead(page: Page): Promise<void> {
  await page.goto('/leads/new');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('lead-form') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

async function fillRequired({ page, t }: Stage, lastName: string): Promise<void> {
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(`nora.${lastName.toLowerCase()}@alderlogistics.example`);
  await page.getByLabel('Company').fill('Alder Logistics');
  await page.getByRole('radiogroup', { name: 'Platform' }).getByRole('radio').first().check();
  await page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel(t('Form.yes')).check();
}

const submit = ({ page, t }: Stage) =>
  page
    .locator('#lead-form')
    .getByRole('button', { name: t('Form.submitLead') })
    .click();

/** A lead that the portal refuses because of a rule the desk does not know yet. */
async function openRefused(stage: Stage): Promise<void> {
  const { page, vendor, afterwards, t } = stage;
  await openNewLead(page);
  await fillRequired(stage, 'Refused');
  await vendor.setFaults({ errorRate: 1, onlyRoutes: ['schema'] });
  await vendor.changeField('phone', { required: true });
  afterwards(async () => {
    await vendor.changeField('phone', { required: false });
    await vendor.setFaults({ errorRate: 0, onlyRoutes: [] });
  });
  await submit(stage);
  await expect(page.getByRole('link', { name: t('Submission.correct') })).toBeVisible();
}

async function openLeadOfStatus({ page }: Stage, status: string): Promise<void> {
  await page.goto(`/leads?status=${status}`);
  await page.locator('main a[href*="/leads/"]:not([href*="new"])').first().click();
  await page.waitForURL(/\/leads\/[0-9a-f]{24}/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Creates a lead in the portal and opens its page once the desk knows it. */
async function openFresh({ page, vendor }: Stage, lastName: string, path = '') {
  const lead = await addLead(vendor, lastName);
  await expect(async () => {
    const answer = await page.goto(`/leads/${lead.id}${path}`);
    expect(answer?.status()).toBe(200);
  }).toPass();
  return lead;
}

async function openEdit(stage: Stage, lastName: string) {
  const lead = await openFresh(stage, lastName, '/edit');
  await expect(stage.page.getByLabel('Company')).toHaveValue('Alder Logistics');
  return lead;
}
