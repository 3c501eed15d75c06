import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';
import { said } from './lead-list';

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads');
});

const statusTabs = (page: Page) => page.getByRole('navigation', { name: 'Leads by status' });

test('the numbers of the statuses follow the search, and a filter is a chip that removes it', async ({
  page,
}) => {
  const all = statusTabs(page).getByRole('link', { name: 'All leads' });
  await page.getByLabel('Search name, email or company').fill('nobodyiscalledthis');
  await expect(all).toHaveAccessibleName('All leads 0');
  await page.getByLabel('Search name, email or company').fill('');
  await expect(all).not.toHaveAccessibleName('All leads 0');

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('link', { name: 'Last 7 days' }).click();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'Maya Lindqvist' });
  await page.keyboard.press('Escape');
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
  await expect(chips).toHaveText([
    'Remove filter: Agent: Maya Lindqvist',
    /^Remove filter: Submitted: since /,
    'Clear filters',
  ]);
  await chips.nth(1).click();
  await expect(page).toHaveURL(/agent=/);
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
  await chips.last().click();
  await expect(page).toHaveURL('/leads');
  await expect(chips).toHaveCount(0);
});

test.describe('the address holds the state of the list', () => {
  test('typing searches after a pause and adds no browser history entries', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const query = new URL(request.url()).searchParams;
      if (query.has('q')) asked.push(query.get('q') ?? '');
    });
    const entries = await page.evaluate(() => history.length);
    const search = page.getByLabel('Search name, email or company');
    await search.pressSequentially('example');
    await page.waitForURL((url) => url.searchParams.get('q') === 'example');
    await expect(search).toBeFocused();
    expect(asked).toEqual(['example']);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  test('Back undoes an order, a filter and a page', { tag: '@embedded' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Value' }).click();
    await page.waitForURL(/sort=value/);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    const pending = statusTabs(page).getByRole('link', { name: 'Pending' });
    await pending.click();
    await page.waitForURL(
      (url) => url.searchParams.get('status') === 'pending' && !url.searchParams.has('page'),
    );

    await page.goBack();
    await expect(page).toHaveURL(/page=2/);
    await expect(pending).not.toHaveAttribute('aria-current');
    await expect(said(page)).toHaveText(/highest value first, page 2/);
    await page.goBack();
    await expect(said(page)).toHaveText(/highest value first, page 1/);
    await page.goBack();
    await expect(said(page)).toHaveText(/newest first, page 1/);
  });
});

test('the table is ordered by a button that keeps the focus, and says which column orders it', async ({
  page,
}) => {
  const sorted = page.locator('[aria-sort]');
  await expect(sorted).toHaveText('Submitted');
  await expect(sorted).toHaveAttribute('aria-sort', 'descending');

  const byCompany = page.getByRole('columnheader', { name: 'Lead' }).getByRole('button');
  await byCompany.focus();
  await page.keyboard.press('Enter');
  await expect(said(page)).toHaveText(/^\d+ leads, by company, A to Z, page 1 of \d+/);
  await expect(sorted).toHaveText('Lead');
  await expect(sorted).toHaveAttribute('aria-sort', 'ascending');
  await expect(byCompany).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(said(page)).toHaveText(/by company, Z to A/);
  await expect(sorted).toHaveAttribute('aria-sort', 'descending');
});
