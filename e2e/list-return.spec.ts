import type { Locator, Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, rowHeaders, said } from './lead-list';

/** Low, so that a page of rows has to be scrolled. */
test.use({ viewport: { width: 1280, height: 600 } });

type Way = [string, (page: Page) => Promise<unknown>];

const WAYS: Way[] = [
  ['by the browser', (page) => page.goBack()],
  ['by its link', (page) => page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click()],
];

/** A page of 25 and one of 10. */
const FIRST_NAMES = Array.from({ length: 35 }, (_, index) => `N${String(index).padStart(2, '0')}`);

const topOf = async (row: Locator) => Math.round((await row.boundingBox())?.y ?? -1);

test('Back from a lead, by the browser or by its link, returns to the same filters, page, scroll position and row', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Return');
  await createFamily(vendor, lastName, FIRST_NAMES);
  await signInAs(page, 'Ines Carvalho');
  await expect(async () => {
    await page.goto(`/leads?q=${lastName}&sort=name&dir=asc`);
    await expect(said(page)).toHaveText(new RegExp(`^${FIRST_NAMES.length} leads`), { timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(said(page)).toHaveText(/page 2/);
  const address = page.url();
  const link = rowHeaders(page).nth(7).getByRole('link');
  // It is read once it has been opened.
  const name = ((await link.textContent()) ?? '').replace(/^Unread: /, '');
  await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const top = await topOf(link);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);

  for (const [way, goBack] of WAYS) {
    await test.step(way, async () => {
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.split(' – ')[0] ?? '');
      await goBack(page);
      await expect(page).toHaveURL(address);
      await expect(page.getByLabel('Search name, email or company')).toHaveValue(lastName);
      await expect(said(page)).toHaveText(/by person, A to Z, page 2/);
      await expect(link).toBeFocused();
      await expect(link).toHaveText(name);
      await expect.poll(() => topOf(link)).toBe(top);
    });
  }
});
