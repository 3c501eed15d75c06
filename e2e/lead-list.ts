import type { Locator, Page } from '@playwright/test';
import { DEMO } from '@/sandbox/demo';
import type { Vendor, VendorLead } from '../tests/support/vendor';
import { expect } from './fixtures';

const [HARBOUR] = DEMO.organizations;

/** Whose leads the flows of the dashboard make: Maya's, which Ines as her manager sees too. */
const MAYA = { partnerOrganizationId: HARBOUR.id, agentId: HARBOUR.agents[0].id };

/** Leads of Maya that share a family name and differ in the first, made one after the other, oldest first. */
export async function createFamily(
  vendor: Vendor,
  lastName: string,
  firstNames: readonly string[],
): Promise<VendorLead[]> {
  const made: VendorLead[] = [];
  for (const firstName of firstNames) {
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    made.push(await vendor.createLead({ ...MAYA, firstName, lastName, email }));
  }
  return made;
}

/** Opens the dashboard with nothing but this family in it, and waits until all of it has arrived. */
export async function openFamily(page: Page, lastName: string, size: number): Promise<void> {
  await page.goto(`/leads?q=${lastName}`);
  await expect(rowHeaders(page)).toHaveCount(size);
}

/** The cells that name the rows. */
export function rowHeaders(page: Page): Locator {
  return page.getByRole('table').getByRole('rowheader');
}

/** The one sentence that tells what the list shows. */
export function said(page: Page): Locator {
  return page.getByRole('status');
}
