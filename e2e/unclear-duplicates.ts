import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect, signInAs } from './fixtures';
import { fillRequired } from './lead-form';
import { waitUntilKnown } from './lead-list';

export type Duplicate = { value: string; url: string };

/**
 * Two submissions of Maya for the same person, both stored by the portal and both without a response: nothing but
 * their value tells them apart, and the desk does not guess. Resolves when both wait for an admin, and the desk knows
 * both leads: the first one known makes both submissions unclear.
 */
export async function makeDuplicates(
  page: Page,
  vendor: Vendor,
  lastName: string,
): Promise<[Duplicate, Duplicate]> {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  // Held, so that the first is not found before the second is made.
  await vendor.setFaults({ dropAfterStore: 2, holdDeliveries: true });
  const duplicates: [Duplicate, Duplicate] = [
    await submitUnclear(page, lastName, '1100'),
    await submitUnclear(page, lastName, '2200'),
  ];
  await vendor.setFaults({ holdDeliveries: false });
  await vendor.releaseDeliveries();
  for (const { url } of duplicates) {
    await page.goto(url);
    await expect(page.getByRole('heading', { name: /is saved and needs an admin’s review$/ })).toBeVisible({
      timeout: 15_000,
    });
  }
  for (const duplicate of duplicates) {
    await waitUntilKnown(page, `/leads/${await idOf(vendor, lastName, duplicate)}`, { timeout: 15_000 });
  }
  return duplicates;
}

async function submitUnclear(page: Page, lastName: string, value: string): Promise<Duplicate> {
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  const answer = page.getByLabel('Deal value');
  if (!(await answer.isVisible())) await page.getByText('More details').click();
  await answer.fill(value);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /^Confirming delivery of / })).toBeVisible();
  return { value, url: new URL(page.url()).pathname };
}

/** As the desk formats it: 1100 is 1,100. */
export const grouped = (value: string) => Number(value).toLocaleString('en');

/** The number of this submission's lead in the portal. */
export async function idOf(vendor: Vendor, lastName: string, { value }: Duplicate): Promise<string> {
  const lead = (await vendor.listLeads()).find(
    (one) => one.lastName === lastName && one.value === Number(value),
  );
  if (!lead) throw new Error(`the portal has no ${lastName} with value ${value}`);
  return lead.id;
}
