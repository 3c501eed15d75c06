import type { Page, Request, Route } from '@playwright/test';
import type { Vendor, VendorLead } from '../tests/support/vendor';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { MAYA } from './lead-list';

const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const stripOf = (page: Page) => page.getByRole('region', { name: /^Updates to .* since/ });

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

  await vendor.changeLead(lead.id, { status: 'won' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await expect(page.getByRole('rowheader', { name: 'Unread: ' })).toContainText(lastName);
  await expect(stripOf(page)).toContainText('Updates to 1 lead since');
  await expect(stripOf(page).getByRole('listitem')).toHaveText(['Won1']);
  await expectAccessible(page);

  // The bell counts notices, as its page shows them; the strip counts leads, as the list shows them.
  await vendor.changeLead(lead.id, { status: 'lost' });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 2 unread');
  await expect(stripOf(page)).toContainText('Updates to 1 lead since');
  await expect(stripOf(page).getByRole('listitem')).toHaveText(['Lost1']);
  await bellOf(page).click();
  const unread = page.getByRole('list', { name: 'Notifications' }).getByRole('link', { name: /^Unread: / });
  await expect(unread).toHaveCount(2);
  await page.goto('/leads');

  await stripOf(page).getByRole('link', { name: 'Show only these' }).click();
  await expect(page).toHaveURL(/show=unread/);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: lastName })).toBeVisible();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'No unread updates' })).toBeVisible();
  await page.getByRole('link', { name: 'All leads' }).first().click();
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

test.describe('a page that loses answers', () => {
  test.use({ expectedInConsole: [/ERR_FAILED/] });

  test('the bell counts what changed before its page was connected, and goes on after an answer that was lost', async ({
    page,
    openAs,
    vendor,
  }) => {
    const lastName = uniqueName('Hazel');
    const lead = await openWithLead(page, vendor, lastName);
    const other = await openAs('Maya Lindqvist');
    await other.goto('/leads');

    const held: Route[] = [];
    await page.route('**/api/stream*', (route) => void held.push(route), { times: 1 });
    await page.goto('/settings');
    await vendor.changeLead(lead.id, { status: 'won' });
    await expect(bellOf(other)).toHaveAccessibleName('Notifications, 1 unread');
    await expect(bellOf(page)).toHaveAccessibleName('Notifications');
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');

    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/unread'));
    await page.route('**/api/unread*', (route) => route.abort(), { times: 1 });
    await vendor.changeLead(lead.id, { status: 'lost' });
    await lost;
    await vendor.changeLead(lead.id, { status: 'qualified' });
    await expect(bellOf(page)).toHaveAccessibleName('Notifications, 3 unread');
  });
});

test('the bell of a page is counted for the person of the page only, whoever has signed in since', async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/settings');
  const renderedFor = await page.getByRole('banner').getAttribute('data-rendered-for');
  const count = ({ request }: Page) =>
    request.get('/api/unread', { params: { renderedFor: `${renderedFor}` } });
  const own = await count(page);
  expect(own.status()).toBe(200);
  await expect(bellOf(page)).toHaveAccessibleName((await own.json()).label);
  const other = await count(await openAs('Tom Okafor'));
  expect(other.status()).toBe(409);
  expect(await other.text()).toBe('');
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a tile leads to what is unread, so that the list itself comes first', async ({ page, vendor }) => {
    const lastName = uniqueName('Sorrel');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads');
    await readAll(page);
    await page.goto('/leads');
    const tile = page
      .getByRole('navigation', { name: 'Leads by status' })
      .getByRole('link', { name: /^Unread/ });
    await expect(tile).toHaveCount(0);
    await vendor.createLead({ ...MAYA, firstName: 'Ida', lastName, email: 'ida@example.com' });
    await expect(tile).toHaveText('Unread1');
    await expect(stripOf(page)).toHaveCount(0);
    await tile.click();
    await expect(page).toHaveURL(/show=unread/);
    await expect(page.getByRole('rowheader')).toHaveText([new RegExp(lastName)]);
    await stripOf(page).getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('heading', { name: 'No unread updates' })).toBeVisible();
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('notifications say what happened, lead to the lead, and are marked as read together', async ({
      page,
      vendor,
    }) => {
      const lastName = uniqueName('Larch');
      await signInAs(page, 'Maya Lindqvist');
      const lead = await vendor.createLead({ ...MAYA, firstName: 'Ed', lastName, email: 'ed@example.com' });
      await expect(async () => {
        await page.goto('/leads');
        await expect(page.getByRole('row', { name: lastName })).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await vendor.changeLead(lead.id, { status: 'qualified' });
      const notices = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
      const moved = notices.filter({ hasText: lastName }).filter({ hasText: 'Status changed' });
      await expect(async () => {
        await page.goto('/notifications');
        await expect(moved).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expect(moved).toContainText(/Pending.*Qualified/);
      await expect(moved.getByRole('link')).toHaveAccessibleName(/^Unread: /);
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await expect(page.getByText('All updates are marked as read.')).toBeVisible();
      await expect(moved.getByRole('link')).not.toHaveAccessibleName(/Unread/);
      await expect(bellOf(page)).toHaveAccessibleName('Notifications');
      await moved.getByRole('link').click();
      await expect(page.getByRole('heading', { name: lastName })).toBeVisible();
    });
  });
}
