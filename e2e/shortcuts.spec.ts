import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';
import { rowHeaders } from './lead-list';

const search = (page: Page) => page.getByLabel('Search name, email or company');
const help = (page: Page) => page.getByRole('region', { name: 'Keyboard shortcuts' });
const link = (page: Page, row: number) => rowHeaders(page).nth(row).getByRole('link');

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'Tom Okafor');
  await page.goto('/leads');
});

/** A list shows before its keys work: pressing this one twice changes nothing. */
async function untilKeysWork(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused({ timeout: 500 });
  }).toPass();
  await search(page).blur();
}

test('single keys search, move between rows and open the form, until a person switches them off for all their browsers', {
  tag: '@rest',
}, async ({ page, openAs }) => {
  await expect(link(page, 1)).toBeVisible();
  await untilKeysWork(page);
  await page.keyboard.press('j');
  await expect(link(page, 0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(link(page, 1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(link(page, 0)).toBeFocused();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('');
  await page.keyboard.type('jkn/?');
  await expect(search(page)).toHaveValue('jkn/?');
  await expect(help(page)).toBeHidden();
  await search(page).fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/leads/new');
  await expect(page.getByLabel('Last name')).toBeVisible();

  await page.goto('/leads');
  await untilKeysWork(page);
  await page.keyboard.press('?');
  await expect(help(page)).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/leads');
  await help(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(help(page).getByText('They’re turned off. Ctrl K still works.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();

  const elsewhere = await openAs('Tom Okafor');
  await elsewhere.goto('/leads');
  await expect(link(elsewhere, 0)).toBeVisible();
  for (const key of ['n', '/', 'j', '?']) await elsewhere.keyboard.press(key);
  await expect(elsewhere).toHaveURL('/leads');
  await expect(help(elsewhere)).toBeHidden();
  await expect(search(elsewhere)).not.toBeFocused();

  await elsewhere.getByRole('button', { name: /^Account: / }).click();
  await elsewhere.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await help(elsewhere).getByRole('button', { name: 'Turn on' }).click();
  await expect(help(elsewhere).getByRole('button', { name: 'Turn off' })).toBeVisible();
  await help(elsewhere).getByRole('button', { name: 'Close' }).click();
  // The account menu, from which they were opened, is still open.
  await elsewhere.keyboard.press('Escape');
  await elsewhere.keyboard.press('j');
  await expect(link(elsewhere, 0)).toBeFocused();
});
