import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect } from './fixtures';

export const press = (page: Page, name = 'Submit lead') =>
  page.locator('#lead-form').getByRole('button', { name }).click();
/** The person stands below the heading, which names the company. */
export const expectAccepted = (page: Page, lastName: string) =>
  expect(page.locator('h1:text("was submitted") + p')).toContainText(lastName);
export const expectAsked = (page: Page, lastName: string) =>
  expect(page.getByRole('heading', { name: `You already submitted ${lastName} at` })).toBeVisible();

export async function open(page: Page): Promise<void> {
  await page.goto('/leads/new');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('lead-form') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** Holds back the scripts of the next pages. Returns what lets them through. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Submits a restored form; its consent must be given again. */
export async function sendAgain(page: Page, lastName: string): Promise<void> {
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes').check();
  await press(page);
}

export async function countLeads(vendor: Vendor, ...lastNames: string[]): Promise<number[]> {
  const leads = await vendor.listLeads();
  return lastNames.map((lastName) => leads.filter((lead) => lead.lastName === lastName).length);
}
