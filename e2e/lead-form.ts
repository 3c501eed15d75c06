import { expect, type Page } from '@playwright/test';
import { MAYA, waitUntilKnown } from './lead-list';

/** Answers every required field of the demo's portal. Works with and without JavaScript. */
export async function fillRequired(page: Page, lastName: string, { yes = 'Yes' } = {}): Promise<void> {
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(`${lastName.toLowerCase()}@example.com`);
  // By its role: what may be kept for the next lead is labelled with the same words.
  await page.getByRole('textbox', { name: 'Company' }).fill('Alder Logistics');
  await page.getByRole('radiogroup', { name: 'Platform' }).getByRole('radio').first().check();
  await page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel(yes).check();
}

/** Opens the form and waits until it is hydrated. */
export async function openForm(page: Page): Promise<void> {
  await page.goto('/leads/new');
  await formReady(page);
}

/** The form is hydrated, and its person there: the long list is a combobox only then. */
export async function formReady(page: Page): Promise<void> {
  await expect(async () => {
    // A key that does nothing. Pressed before the form listens, it is pressed again.
    await page.keyboard.press('Shift');
    await expect(page.locator('input[role=combobox]').first()).toBeAttached({ timeout: 500 });
  }).toPass();
}

/** Opens the edit form of a lead as soon as the desk knows the lead. Works with and without JavaScript. */
export async function openEdit(page: Page, leadId: string, company: string): Promise<void> {
  await waitUntilKnown(page, `/leads/${leadId}/edit`, { timeout: 0 });
  await expect(async () => {
    await page.goto(`/leads/${leadId}/edit`);
    await expect(page.getByLabel('Company')).toHaveValue(company, { timeout: 500 });
  }).toPass();
}

/** A lead of Maya with an answer in each required field, as the vendor creates it. */
export function leadNamed(lastName: string) {
  return {
    ...MAYA,
    firstName: 'Dot',
    lastName,
    email: 'dot@example.com',
    platform: 'web-store',
    value: 1000,
    customFields: { companyName: 'Alder', phone: '+44 20 7946 0958', consent: true },
  };
}
