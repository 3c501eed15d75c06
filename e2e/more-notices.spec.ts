import type { Page } from '@playwright/test';
import { confirm } from './confirm';
import { expect, expectAccessible, signInAs } from './fixtures';
import { MAYA } from './lead-list';
import { test } from './own-desk';

test.use({ deskTask: { name: 'more-notices', demo: true } });

const noticesOf = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });

/** Opens the notifications until they say this: the portal's changes and the worker take a moment. */
async function findNotice(page: Page, text: string | RegExp) {
  const notice = noticesOf(page).filter({ hasText: text });
  await expect(async () => {
    await page.goto('/notifications');
    await expect(notice).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  return notice;
}

test('details that the portal changed are told, and how an import ended', async ({ page, vendor }) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const lead = await vendor.createLead({
    ...{ ...MAYA, firstName: 'Ada', lastName: 'Juniper' },
    customFields: { companyName: 'Fir' },
  });
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: 'Juniper' })).toBeVisible();
  await vendor.changeLead(lead.id, { customFields: { companyName: 'Fir Ltd' } });
  const changed = await findNotice(page, 'Details changed: Company');
  await expect(changed.getByRole('link')).toHaveAccessibleName(/Fir Ltd/);

  await page.goto('/leads/import');
  const rows = 'First name;Last name;Email;Platform;Company\nNils;Fir;fir@firm.example;Web store;Fir Ltd\n';
  await page
    .getByLabel(/CSV or XLSX file/)
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await page.getByRole('button', { name: 'Upload file' }).click();
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('link', { name: 'Continue to sending' }).click();
  await page.getByLabel(/Agreed to be contacted/).selectOption({ label: 'Yes' });
  await page.getByRole('button', { name: 'Send 1 lead' }).click();
  const ended = await findNotice(page, 'Import finished: 1 of 1 rows delivered');
  await expectAccessible(page);
  await ended.getByRole('link', { name: 'leads.csv' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Result of the import' })).toBeVisible();
  await page.goto('/notifications');
  await expect(ended.getByRole('link')).not.toHaveAccessibleName(/Unread/);
});

test('a person is told of their access, and led nowhere that they may not go any more', async ({
  page: sam,
  browser,
  baseURL,
}) => {
  await signInAs(sam, 'Sam Ito');
  await sam.goto('/leads');
  await expect(sam).toHaveURL(/\/waiting$/);
  const elsewhere = await browser.newContext({ baseURL });
  const admin = await elsewhere.newPage();
  await signInAs(admin, 'Robin Hale');
  const map = async (agent: string) => {
    await admin.goto('/admin/people?view=people&q=Sam');
    await admin.getByRole('row', { name: 'Sam Ito' }).getByRole('link', { name: 'Sam Ito' }).click();
    const choice = admin.getByLabel('Agent', { exact: true });
    await choice.selectOption(await choice.getByRole('option', { name: agent }).getAttribute('value'));
    await admin.getByRole('button', { name: 'Save mapping' }).click();
    await expect(admin.getByText('Mapping saved.')).toBeVisible();
  };
  await map('Erik Brandt');
  const given = await findNotice(sam, 'You now have access to Northlight Systems');
  await expect(bellOf(sam)).toHaveAccessibleName('Notifications, 1 unread');
  await given.getByRole('link', { name: 'Your access' }).click();
  await expect(sam.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();

  await confirm(admin, 'Remove mapping', 'Remove the mapping of Sam Ito?');
  await expect(admin.getByText('Mapping removed.')).toBeVisible();
  await map('Maya Lindqvist');
  const removed = await findNotice(sam, 'Your access to Northlight Systems was removed');
  await expect(removed.getByRole('link')).toHaveCount(0);
  await expectAccessible(sam);
  await elsewhere.close();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, timezoneId: 'Europe/Berlin' });

    test('a person chooses the time zone of all times, or follows their device', async ({ page, vendor }) => {
      await vendor.createLead({ ...MAYA, firstName: 'Ida', lastName: 'Larch' });
      await signInAs(page, 'Maya Lindqvist');
      const card = page.getByRole('region', { name: 'Time zone' });
      const choose = async (zone: string) => {
        await page.goto('/settings');
        await card.getByLabel('Time zone').selectOption(zone);
        await card.getByRole('button', { name: 'Save' }).click();
        await expect(card.getByText('Your time zone is saved.')).toBeVisible();
      };
      await choose('Asia/Tokyo');
      await expect(page.getByText('in the time zone Asia/Tokyo')).toBeVisible();
      await page.goto('/leads');
      await expect(page.getByRole('table')).toContainText(/Asia\/Tokyo/);
      await choose('Same as the device I’m using');
      await page.goto('/leads');
      await expect(page.getByRole('table')).not.toContainText(/Asia\/Tokyo/);
      await page.goto('/settings');
      await expect(card.getByLabel('Time zone')).toHaveValue('');
    });
  });
}

test('a time zone that is none is refused', async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/settings');
  const card = page.getByRole('region', { name: 'Time zone' });
  const zone = card.getByLabel('Time zone');
  await zone.evaluate((select: HTMLSelectElement) => select.add(new Option('Mars', 'Mars/Olympus')));
  await zone.selectOption('Mars/Olympus');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Choose a time zone from the list.').filter({ visible: true })).toHaveCount(1);
  await page.reload();
  await expect(zone).toHaveValue('');
});
