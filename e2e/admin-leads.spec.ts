import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test } from './fixtures';

test('on a phone the filters of all leads are in a sheet, also without scripts', async ({ openAs }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openAs('Robin Hale', { javaScriptEnabled, viewport: { width: 360, height: 740 } });
    await page.goto('/admin/leads');
    await expect(page.getByLabel('Status', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Waiting for an answer').selectOption('Waiting, longest first');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/waiting=0/);
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  }
});

test('an admin finds leads that wait for an answer in all organizations, and reads one; the audit log says so', async ({
  page,
}) => {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByRole('heading', { name: 'All leads', level: 1 })).toBeVisible();
  await page.getByLabel('Waiting for an answer').selectOption('Waiting, longest first');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/waiting=0/);
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText('Pending');
  await expectAccessible(page);
  const link = page.getByRole('rowheader').getByRole('link').first();
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', page.url());
  const id = pathname.split('/').at(-1) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'All leads' }).click();
  await expect(page).toHaveURL(/\/admin\/leads\?waiting=0$/);
  await page.goto('/admin/audit');
  await expect(page.getByText(`Read lead ${id}.`)).toBeVisible();
});

test('an admin sorts all leads by value, in the table and among the filters, and keeps the order on the next page', async ({
  page,
}) => {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/leads');
  await page.getByRole('columnheader', { name: 'Value' }).getByRole('link').click();
  await expect(page).toHaveURL(/order=highest/);
  await expect(page.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText(/highest value first/)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Value' }).getByRole('link').click();
  await expect(page.getByLabel('Order', { exact: true })).toHaveValue('lowest');
  await page.getByLabel('Order', { exact: true }).selectOption('Highest value first');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/order=highest/);
  await expectAccessible(page);
  const before = await shownValues(page);
  expect(before).toHaveLength(25);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/order=highest&after=/);
  await expect(page.getByRole('link', { name: 'First page' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending');
  const values = [...before, ...(await shownValues(page))];
  expect(values.length).toBeGreaterThan(25);
  expect(values).toEqual(values.toSorted((one, other) => other - one));
});

/** The amounts of a page, in its order; -1 for a lead without one. */
async function shownValues(page: Page): Promise<number[]> {
  // Of the cells beside the name: organization, agent, status, value.
  const cells = page.getByRole('table').locator('tbody').getByRole('row').locator('td:nth-of-type(4)');
  const texts = await cells.allTextContents();
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '') || -1));
}
