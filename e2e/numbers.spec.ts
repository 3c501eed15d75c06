import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady } from './lead-form';

test('an amount that could be two is read as in the page’s language, and becomes the other one with one press', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Sepia');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  const amount = page.getByRole('textbox', { name: 'Deal value' });
  await amount.pressSequentially('12.500');
  await expect(page.getByText('= €12.50', { exact: true })).toBeVisible();
  const other = page.getByRole('button', { name: 'Use €12,500.00 instead' });
  await expect(other).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Read as €12.50' })).toBeAttached();

  await amount.pressSequentially(',5');
  await expect(other, 'which is one number').toBeHidden();
  await expect(page.getByText('= €12,500.50', { exact: true })).toBeVisible();

  await amount.fill('12.500');
  await other.click();
  await expect(amount).toHaveValue('12500');
  await expect(amount).toBeFocused();
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).value).toBe(12500);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('12,500 is read as in the page’s language, and the lead’s page says how', async ({ page, vendor }) => {
    const lastName = uniqueName('Madder');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, lastName);
    await page.getByText('More details').click();
    await page.getByRole('textbox', { name: 'Deal value' }).fill('12,500');
    await submit(page);
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    await expect(page.getByText(/^€12,500(\.00)?$/).first()).toBeVisible();
    expect((await vendor.leadOf(lastName)).value).toBe(12500);
  });
});

/** Opens the form with all its fields, and waits until it is hydrated. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/leads/new');
  await formReady(page);
  await page.getByText('More details').click();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit lead' }).click();
}
