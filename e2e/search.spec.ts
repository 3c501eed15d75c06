import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, waitUntilKnown } from './lead-list';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const hit = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });

/** A page shows before its keys work. */
async function openByKey(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused({ timeout: 500 });
  }).toPass();
}

test('a person finds leads, pages and settings from any page by keyboard alone', async ({ page, vendor }) => {
  const lastName = uniqueName('Finder');
  const [lead] = await createFamily(vendor, lastName, ['Ann']);
  await signInAs(page, 'Maya Lindqvist');
  await waitUntilKnown(page, `/leads/${lead?.id}`);
  await page.goto('/settings');
  // What waits is opened as soon as it is found, also for those who press Enter at once.
  await openByKey(page);
  await page.keyboard.type(lastName);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/leads/${lead?.id}`);

  await openByKey(page);
  await page.keyboard.type('time zone');
  await expect(hit(page, /^Time zone/)).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings#time-zone');

  const button = page.getByRole('button', { name: 'Search' });
  await button.click();
  await expect(hit(page, /^Leads$/)).toBeVisible();
  await page.keyboard.type('nothing is called this');
  await expect(dialog(page).getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('an admin also finds people, agents and organizations', { tag: '@rest' }, async ({ page }) => {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin');
  await openByKey(page);
  await page.keyboard.type('harbour');
  await expect(dialog(page).getByRole('group', { name: 'Organizations' })).toBeVisible();
  await field(page).fill('Maya Lind');
  const people = dialog(page).getByRole('group', { name: 'People' });
  await expect(people.getByRole('option')).toHaveCount(1);
  await people.getByRole('option', { name: /^Maya Lindqvist/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya Lindqvist');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the button leads to the list, which has a search', { tag: '@rest' }, async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('searchbox')).toBeVisible();
  });
});
