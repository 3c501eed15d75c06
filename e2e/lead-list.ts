import type { Locator, Page } from '@playwright/test';
import { DEMO } from '@/sandbox/demo';
import type { Vendor, VendorLead } from '../tests/support/vendor';
import { expect } from './fixtures';

const [HARBOUR] = DEMO.organizations;

/** The owner of the leads in most flows: Maya. Ines, her manager, sees them too. */
export const MAYA = { partnerOrganizationId: HARBOUR.id, agentId: HARBOUR.agents[0].id };

/** Makes leads of Maya with one family name and different first names, one by one, oldest first. */
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

/** Opens the dashboard filtered by this family name, and waits until all its leads have arrived. */
export async function openFamily(page: Page, lastName: string, size: number): Promise<void> {
  await page.goto(`/leads?q=${lastName}`);
  await expect(rowHeaders(page)).toHaveCount(size);
}

/**
 * Waits until the desk knows the lead of this page. Asked without the page, whose console would show the answer 404
 * until then.
 *
 * @param within in milliseconds, as long as any expectation unless given; 0 for as long as the test may take
 */
export async function waitUntilKnown(
  page: Page,
  path: string,
  within: { timeout?: number } = {},
): Promise<void> {
  await expect.poll(async () => (await page.request.get(path)).status(), within).toBe(200);
}

/** Opens the page of a lead as soon as the desk knows the lead. */
export async function openLead(page: Page, leadId: string): Promise<void> {
  await waitUntilKnown(page, `/leads/${leadId}`, { timeout: 0 });
  await page.goto(`/leads/${leadId}`);
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
}

/** The cells that name the rows. */
export function rowHeaders(page: Page): Locator {
  return page.getByRole('table').getByRole('rowheader');
}

/** The one sentence that says what the list shows. */
export function said(page: Page): Locator {
  // Another one says that a page is on its way.
  return page.getByRole('status').and(page.locator('[aria-atomic=false]'));
}

/** Marks the current page: reloading or leaving it loses the mark. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.sameAs = 'before';
  });
}

export async function expectSamePage(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-same-as', 'before');
}

/** The stream of a page is open; `of` is part of that page's address, where another page may be open before. */
export function streamOpened(page: Page, { of = '' } = {}): Promise<unknown> {
  return page.waitForResponse(
    (response) => response.url().includes('/api/stream') && response.frame().url().includes(of),
  );
}
