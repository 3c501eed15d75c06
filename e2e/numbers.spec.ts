import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady } from './lead-form';

test('an ambiguous amount is questioned while it is typed, once the person pauses', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Sepia');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  const amount = page.getByRole('textbox', { name: 'Deal value' });
  await amount.pressSequentially('12.500');
  await expect(page.getByText('= €12,500.00 or €12.50')).toBeVisible();
  const question = page.getByRole('group', { name: 'You typed “12.500”. Which number do you mean?' });
  await expect(question).toBeVisible();
  await expect(amount, 'it is no error yet').not.toHaveAttribute('aria-invalid');
  await expect(
    page.getByRole('status').filter({ hasText: 'Choose which number you mean for “Deal value”' }),
  ).toBeAttached();

  await amount.pressSequentially(',5');
  await expect(question, 'which is unambiguous').toBeHidden();
  await expect(page.getByText('= €12,500.50', { exact: true })).toBeVisible();

  await amount.fill('12.500');
  await question.getByRole('radio', { name: '€12,500.00' }).check();
  await expect(amount).toHaveValue('12500');
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).value).toBe(12500);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('12,500 returns as a question with all that was typed, and is sent as chosen', async ({
    page,
    vendor,
  }) => {
    const lastName = uniqueName('Madder');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, lastName);
    await page.getByText('More details').click();
    await page.getByRole('textbox', { name: 'Deal value' }).fill('12,500');
    await submit(page);
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Deal value' })).toHaveValue('12,500');
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await page.getByRole('radio', { name: '€12,500.00' }).check();
    await submit(page);
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
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
