import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';

const menu = (page: Page, name = 'Views') => page.getByRole('button', { name });

async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).first().fill(name);
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
}

async function remove(page: Page, name: string): Promise<void> {
  await page.goto('/leads/views');
  await page.getByRole('button', { name: `Delete: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The view was deleted.')).toBeVisible();
}

test('a person names their filters, opens them by the name, renames and deletes the view', {
  tag: '@rest',
}, async ({ page }) => {
  const name = uniqueName('Won');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads?status=won&sort=value');
  await menu(page).click();
  await page.getByRole('link', { name: 'Save these filters' }).click();
  await save(page, name);
  await expect(page).toHaveURL('/leads?status=won&sort=value');
  await expect(menu(page, `View: ${name}`)).toBeVisible();

  await page.goto('/leads');
  await menu(page).click();
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL('/leads?status=won&sort=value');
  await expect(menu(page, `View: ${name}`)).toBeVisible();
  await expect(page.getByRole('link', { name })).toBeHidden();

  await page.goto('/leads/views?status=lost');
  await save(page, name);
  await expect(page.getByText('There is already a view with this name.')).toBeVisible();
  await page.getByLabel('Replace the view with this name').check();
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(page).toHaveURL('/leads?status=lost');

  await page.goto('/leads/views');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await expect(card.getByLabel('Name')).toBeHidden();
  await card.getByText('Change', { exact: true }).click();
  await card.getByLabel('Name').fill(`${name} again`);
  await card.getByRole('button', { name: /^Save: / }).click();
  await expect(page.getByRole('link', { name: `${name} again` })).toBeVisible();
  await remove(page, `${name} again`);
});
