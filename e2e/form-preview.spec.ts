import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';

const ANSWER = 'Response from the schema endpoint';

/** A response of the schema endpoint without the company, and with a new required field. */
const CHANGED = JSON.stringify({
  unifiedFields: [
    { fieldId: 'firstName', label: 'First name', type: 'text', required: true },
    { fieldId: 'lastName', label: 'Last name', type: 'text', required: true },
    { fieldId: 'vat', label: 'VAT number', type: 'text', required: true },
  ],
});

async function openPreview(page: Page): Promise<void> {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/fields');
  await page.getByRole('link', { name: 'Test a form change' }).click();
  await expect(page.getByRole('heading', { name: 'Test a form change', level: 1 })).toBeVisible();
}

async function tryForm(page: Page, text: string): Promise<void> {
  // Pasted at once: filling in a long text takes a minute.
  await page.getByRole('textbox', { name: ANSWER }).evaluate((field: HTMLTextAreaElement, pasted) => {
    field.value = pasted;
  }, text);
  await page.getByRole('button', { name: 'Test this form' }).click();
}

test('an admin reads what a changed form would break, and nothing changes', { tag: '@rest' }, async ({
  page,
  openAs,
}) => {
  await openPreview(page);
  await tryForm(page, CHANGED);
  await expect(page.getByText('Something would break')).toBeVisible();
  const changes = page.getByRole('region', { name: 'What would change' });
  await expect(changes.getByText('“VAT number” was added (Text, required).')).toBeVisible();
  await expect(changes.getByText('“Company” was removed.')).toBeVisible();
  const settings = page.getByRole('region', { name: 'Your settings' });
  await expect(settings.getByText('Company: “Company” would be removed')).toBeVisible();
  await expect(page.getByRole('textbox', { name: ANSWER })).toHaveValue(CHANGED);
  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads/new');
  await expect(agent.getByRole('textbox', { name: 'Company' })).toBeVisible();
  await expect(agent.getByRole('textbox', { name: 'VAT number' })).toHaveCount(0);
});
