import type { Page, Request } from '@playwright/test';
import type { Vendor, VendorLead } from '../tests/support/vendor';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { MAYA } from './lead-list';

const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const newsOf = (page: Page) => page.getByRole('region', { name: 'Unread updates' });

/** What other flows left unread. */
async function readAll(page: Page): Promise<void> {
  await page.goto('/notifications');
  const mark = page.getByRole('button', { name: 'Mark all as read' });
  if (await mark.isVisible()) await mark.click();
  await expect(mark).toHaveCount(0);
}

/** Signs in as Maya, who has a lead of this name then, and nothing unread. */
async function openWithLead(page: Page, vendor: Vendor, lastName: string): Promise<VendorLead> {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const lead = await vendor.createLead({ ...MAYA, firstName: 'Ada', lastName, email: 'ada@example.com' });
  await expect(page.getByRole('row', { name: lastName })).toBeVisible();
  await readAll(page);
  return lead;
}

test('a change in the portal is in the bell and marked in the list at once, until its lead is opened', async ({
  page,
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Juniper');
  const lead = await openWithLead(page, vendor, lastName);
  await page.goto('/leads');
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('rowheader', { name: `Unread: ` }).filter({ hasText: lastName })).toHaveCount(
    0,
  );

  const { y } = (await page.getByRole('table').boundingBox()) ?? {};
  await vendor.changeLead(lead.id, { status: 'won' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await expect(page.getByRole('rowheader', { name: 'Unread: ' })).toContainText(lastName);
  await expect(newsOf(page)).toContainText('1 unread');
  expect(await page.getByRole('table').boundingBox(), 'no row moves').toMatchObject({ y });

  // The bell counts notices, as its page shows them; the news count leads, as the list shows them.
  await vendor.changeLead(lead.id, { status: 'lost' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 2 unread');
  await expect(newsOf(page)).toContainText('1 unread');
  await bellOf(page).click();
  const unread = page.getByRole('list', { name: 'Notifications' }).getByRole('link', { name: /^Unread: / });
  await expect(unread).toHaveCount(2);
  await page.goto('/leads');

  await newsOf(page).getByRole('link', { name: '1 unread' }).click();
  await expect(page).toHaveURL(/show=unread/);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: lastName })).toBeVisible();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'No unread updates' })).toBeVisible();
  await page.getByRole('link', { name: 'All leads', exact: true }).click();
  await expect(page.getByRole('row', { name: lastName })).toBeVisible();

  const colleague = await openAs('Tom Okafor');
  await colleague.goto('/notifications');
  await expect(colleague.getByText(lastName)).toHaveCount(0);
});

test('a change in the portal is in the bell of any open page, and what is typed there stays', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Alder');
  const lead = await openWithLead(page, vendor, lastName);
  const streams = watchStreams(page);
  await page.goto('/leads/new');
  await page.getByLabel('Last name').fill(`Typed ${lastName}`);
  await vendor.changeLead(lead.id, { status: 'won' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await vendor.changeLead(lead.id, { status: 'lost' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 2 unread');
  await expect(page.getByLabel('Last name')).toHaveValue(`Typed ${lastName}`);

  await page.goto('/settings');
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 2 unread');
  await vendor.changeLead(lead.id, { status: 'qualified' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 3 unread');

  // A list that is live reads the bell with itself, in the stream that it has anyway.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByRole('row', { name: lastName })).toBeVisible();
  await vendor.changeLead(lead.id, { status: 'won' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 4 unread');
  expect(streams()).toBe(1);
});

/** The number of streams of this page that are open now. */
function watchStreams(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/stream') open.add(request);
  });
  const close = (request: Request) => void open.delete(request);
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return () => open.size;
}
