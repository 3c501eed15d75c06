import type { Page } from '@playwright/test';
import { addCruelLeads } from '../tests/support/cruel-leads';
import type { VendorLead } from '../tests/support/vendor';
import { expect, signInAs, test } from './fixtures';
import { rowHeaders } from './lead-list';

/** What the list promises about its size (looks.md): measured in CSS pixels. */

const FIRST_LEAD_ABOVE = 420;
const CARD_AT_MOST = 92;

const cards = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

/** What is wider than the window or than its own frame. */
function findWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const page = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    const cut = [...document.querySelectorAll('main section, main th, main td')].filter(
      (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1 && !part.matches('.sr-only'),
    );
    return [...page, ...cut.map((part) => part.outerHTML.slice(0, 200))];
  });
}

test.describe('on a phone of 360 x 740', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the first lead begins in the upper half, and a lead with usual values is a low card', async ({
    page,
  }) => {
    await signInAs(page, 'Erik Brandt');
    await page.goto('/leads');
    await expect(cards(page).first()).toBeVisible();
    const boxes = await cards(page).evaluateAll((rows) =>
      rows.map((row) => ({
        top: row.getBoundingClientRect().top,
        height: row.getBoundingClientRect().height,
      })),
    );
    expect(boxes.length).toBeGreaterThan(5);
    expect(boxes[0]?.top).toBeLessThan(FIRST_LEAD_ABOVE);
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(CARD_AT_MOST);
  });

  test('filters are in a sheet whose button counts them', async ({ page }) => {
    await signInAs(page, 'Erik Brandt');
    await page.goto('/leads');
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect(status).toBeHidden();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await status.selectOption('won');
    await page.getByRole('button', { name: 'Show leads' }).click();
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await expect(status).toBeHidden();
  });
});

test.describe('with the longest and oddest values', () => {
  let added: VendorLead[] = [];
  test.beforeEach(async ({ vendor }) => {
    added = await addCruelLeads(vendor);
  });
  test.afterEach(async ({ vendor }) => {
    for (const { id } of added) await vendor.deleteLead(id);
  });

  test('nothing scrolls sideways on the smallest phone, and no column is cut on a small laptop', async ({
    page,
  }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/leads');
    await expect(rowHeaders(page).filter({ hasText: 'Featherstonehaugh' })).toHaveCount(1);
    await expect(rowHeaders(page).filter({ hasText: 'ffffffffffffffffffffffff' })).toHaveCount(1);
    for (const width of [320, 360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await findWide(page), `${width} px`).toEqual([]);
    }
  });
});

test('on paper, the list is a clean table with all rows of the page and its filters in words', async ({
  page,
}) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads?status=won&from=2020-01-31&sort=value');
  const count = await rowHeaders(page).count();
  await page.emulateMedia({ media: 'print' });
  // The width of A4 paper without its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.getByText('Status: Won', { exact: true })).toBeVisible();
  await expect(page.getByText('Submitted on or after: Jan 31, 2020')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Partner Desk')).toBeVisible();
  await expect(rowHeaders(page)).toHaveCount(count);
  await expect(page.getByRole('columnheader', { name: 'Last change' })).toBeVisible();
  // Browsers repeat such a header on each sheet.
  await expect(page.getByRole('table').locator('thead')).toHaveCSS('display', 'table-header-group');
  for (const chrome of ['navigation', 'combobox', 'searchbox', 'button'] as const)
    for (const part of await page.getByRole('main').getByRole(chrome).all()) {
      if (!(await part.evaluate((element) => element.closest('thead')))) await expect(part).toBeHidden();
    }
  expect(await findWide(page)).toEqual([]);
});
