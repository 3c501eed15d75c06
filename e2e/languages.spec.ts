import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';

const html = (page: Page) => page.locator('html');
const choice = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** It stays open where only its texts changed. */
async function openMenu(page: Page): Promise<void> {
  if (await choice(page, 'English').isVisible()) return;
  await page.locator('[popovertarget="person-menu"]').click();
  await page.locator('#person-menu summary').click();
}

test('the sign-in page changes its language, and leads to the requested page as before', {
  tag: '@rest',
}, async ({ page }) => {
  await page.goto('/leads/new');
  await expect(html(page)).toHaveAttribute('lang', 'en-US');
  const address = page.url();
  await choice(page, 'Deutsch').click();
  await expect(heading(page)).toHaveText(/^Bei .+ anmelden$/);
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await expect(choice(page, 'Deutsch')).toHaveAttribute('aria-pressed', 'true');
  await expect(choice(page, 'English')).toHaveAttribute('lang', 'en');
  expect(page.url()).toBe(address);
  await page.getByRole('button', { name: /Tom Okafor/ }).click();
  await expect(page).toHaveURL(/\/leads\/new$/);
  await expect(heading(page)).toHaveText('Neuer Lead');
});

test('a form in which something is missing changes its language with its messages, and keeps what was typed', async ({
  page,
}) => {
  await signInAs(page, 'Erik Brandt');
  await page.goto('/leads/new');
  const main = page.getByRole('main');
  await page.getByLabel('First name').fill('Nora');
  const key = await page.getByLabel('First name').getAttribute('name');
  await main.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('region', { name: '5 answers are missing' })).toBeVisible();
  const company = main.locator(`[name="${await page.getByLabel('Company').getAttribute('name')}"]`);
  await expect(company).toHaveAccessibleDescription('Enter an answer');
  await openMenu(page);
  await choice(page, 'Deutsch').click();
  await expect(company).toHaveAccessibleDescription('Füllen Sie dieses Feld aus');
  await expect(main.locator(`[name="${key}"]`)).toHaveValue('Nora');
  await openMenu(page);
  await choice(page, 'English').click();
  await expect(company).toHaveAccessibleDescription('Enter an answer');
  await expect(main.locator(`[name="${key}"]`)).toHaveValue('Nora');
});
