import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';
import { openForm } from './lead-form';

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
});

test('nothing is validated before the first submit; then a field clears as it is corrected and others stay unchanged (requirement F7)', async ({
  page,
}) => {
  const email = page.getByLabel('Email');
  await email.fill('not an address');
  await page.getByLabel('Last name').focus();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await submit(page);
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  await email.fill('ada@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(page.getByLabel('Company')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid');
  await email.fill('ada');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
});

test('each failed submit moves the focus to a summary with a link to each field that is wrong (requirement F8)', async ({
  page,
}) => {
  await submit(page);
  const summary = page.getByRole('region', { name: '5 answers are missing' });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(summary.getByRole('link')).toHaveCount(5);
  await expect(page.locator('#lead-form [id$="-error"]')).toHaveCount(5);

  for (const [index, name] of ['Last name', 'Email', 'Company'].entries()) {
    await summary.getByRole('link').nth(index).press('Enter');
    await expect(page.getByLabel(name)).toBeFocused();
  }
  await summary.getByRole('link').nth(3).press('Enter');
  const platforms = page.getByRole('radiogroup', { name: 'Platform' });
  await expect(platforms.getByRole('radio').first()).toBeFocused();
  await submit(page);
  await expect(summary).toBeFocused();
});

test('a submit does not wait for ever for a file that the network does not bring: the server says what is wrong', {
  tag: '@rest',
}, async ({ page }) => {
  let held = 0;
  await page.route('**/_next/static/chunks/**', async (route) => {
    const response = await route.fetch();
    // The rules, and nothing that the page begins with, are made with zod.
    if ((await response.text()).includes('ZodError')) held += 1;
    else await route.fulfill({ response });
  });
  await page.reload();
  await page.getByLabel('Last name').fill('Held');
  await submit(page);
  await expect(page.getByRole('region', { name: /answers are missing/ })).toBeFocused();
  await expect(page.getByLabel('Last name')).toHaveValue('Held');
  expect(held).toBeGreaterThan(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit lead' }).click();
}
