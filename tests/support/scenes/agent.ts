import { fieldLabel } from './field-label';
import { addLead } from './leads';
import { expect, type Scene, type Stage, scenesOf } from './scene';
import { openSearch } from './search';
import { fillRequired, openNewLead, openRefused, submit } from './submissions';

/** Lists and leads of an agent. */
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
    id: 'leads-menu',
    open: async ({ page, t }) => {
      await page.goto('/leads');
      await page.getByRole('button', { name: t('Common.moreActions'), exact: true }).click();
    },
  },
  {
    id: 'leads-shortcuts',
    open: async ({ page, t }) => {
      await page.goto('/leads');
      await page.getByRole('button', { name: t('Shell.account', { name: 'Maya Lindqvist' }) }).click();
      await page.getByRole('button', { name: t('Common.keyboardShortcuts') }).click();
    },
  },
  { id: 'leads-unread', open: moveLead('/leads?show=unread') },
  { id: 'notifications', open: moveLead('/notifications') },
  { id: 'leads-nothing-unread', open: readAll('/leads?show=unread') },
  { id: 'notifications-read', open: readAll('/notifications') },
  { id: 'settings', open: '/settings' },
  {
    id: 'settings-saved',
    open: async ({ page, t }) => {
      await page.goto('/settings');
      await page.locator('#time-zone-choice').selectOption('UTC');
      // Under the pointer it stays.
      await page
        .getByRole('status')
        .filter({ hasText: t('Settings.timeZoneSaved') })
        .hover();
    },
  },
  { id: 'search', open: ({ page, t }) => openSearch(page, { t, q: '' }) },
  { id: 'search-found', open: ({ page, t }) => openSearch(page, { t, q: 'a' }) },
  { id: 'search-nothing', open: ({ page, t }) => openSearch(page, { t, q: 'nobodyiscalledthis' }) },
  { id: 'leads-export', open: '/leads/export?status=won' },
  { id: 'leads-export-nothing', open: '/leads/export?q=nobody-of-this-name' },
  {
    id: 'leads-filters',
    open: async ({ page, t }) => {
      await page.goto('/leads?status=won&from=2026-01-01');
      await page.getByRole('button', { name: t('Leads.filtersButton', { count: 1 }) }).click();
    },
  },
  {
    id: 'leads-need-correction',
    open: async (stage) => {
      await moveLead('/leads')(stage);
      await openRefused(stage);
      await stage.page.goto('/leads');
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
  { id: 'lead', print: true, open: (stage) => openLeadOfStatus(stage, 'won') },
  {
    id: 'lead-history',
    open: async (stage) => {
      const { page, vendor, t } = stage;
      const lead = await openFresh(stage, 'Winters');
      const changes = page.getByRole('region', { name: t('Lead.timeline') }).locator('ol > li');
      for (const [index, change] of HISTORY.entries()) {
        await vendor.changeLead(lead.id, change);
        await expect(changes).toHaveCount(index + 2);
      }
    },
  },
  {
    id: 'lead-menu',
    open: async (stage) => {
      await openLeadOfStatus(stage, 'won');
      await stage.page.getByRole('button', { name: stage.t('Common.moreActions') }).click();
    },
  },
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
      await page.getByLabel(fieldLabel('Company')).fill('Mine Ltd');
      await vendor.changeLead(lead.id, { value: 2500, customFields: { companyName: 'Theirs Ltd' } });
      await page.getByRole('button', { name: t('Form.saveChanges'), exact: true }).click();
      await expect(page.getByText('Theirs Ltd').first()).toBeVisible();
    },
  },
]);

/** What the portal changes of a lead, one by one. */
const HISTORY = [{ status: 'in review' }, { value: 18_000 }, { status: 'qualified' }, { status: 'won' }];

async function openLeadOfStatus({ page }: Stage, status: string): Promise<void> {
  await page.goto(`/leads?status=${status}`);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.waitForURL(/\/leads\/[0-9a-f]{24}/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Creates a lead in the portal and opens its page once the desk knows it. */
async function openFresh({ page, vendor }: Stage, lastName: string, path = '') {
  const lead = await addLead(vendor, lastName);
  const address = `/leads/${lead.id}${path}`;
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(200);
  await page.goto(address);
  return lead;
}

async function openEdit(stage: Stage, lastName: string) {
  const lead = await openFresh(stage, lastName, '/edit');
  await expect(stage.page.getByLabel(fieldLabel('Company'))).toHaveValue('Alder Logistics');
  return lead;
}

/** Opens the page once it says that the portal has moved a lead of Maya's. */
function moveLead(address: string) {
  return async (stage: Stage): Promise<void> => {
    const { page, vendor, afterwards } = stage;
    const { id } = await openFresh(stage, 'Moved');
    afterwards(() => vendor.deleteLead(id));
    // On its own page it would be read at once.
    await page.goto('/drafts');
    await vendor.changeLead(id, { status: 'won' });
    await expect(async () => {
      await page.goto(address);
      await expect(page.locator(`a[href="/leads/${id}"]`).first()).toBeVisible({ timeout: 1_000 });
      await expect(page.locator('[data-unread]:not([data-unread="0"])')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
}

/** Opens the page once nothing is unread. */
function readAll(address: string) {
  return async ({ page, t }: Stage): Promise<void> => {
    await page.goto('/notifications');
    const mark = page.getByRole('button', { name: t('Leads.unreadMark') });
    // The scene before may still be undone: then the button comes or goes meanwhile.
    await expect(async () => {
      if (await mark.isVisible()) await mark.click({ timeout: 2_000 });
      await expect(mark).toHaveCount(0, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await page.goto(address);
  };
}
