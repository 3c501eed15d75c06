import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, rowHeaders, said } from './lead-list';

test.describe('the address holds the state of the list', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/leads');
  });

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

  test('Back undoes an order, a filter and a page', async ({ page }) => {
    await page.getByRole('button', { name: 'Value' }).click();
    await page.waitForURL(/sort=value/);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('pending');
    await page.waitForURL(
      (url) => url.searchParams.get('status') === 'pending' && !url.searchParams.has('page'),
    );

    await page.goBack();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('');
    await expect(said(page)).toHaveText(/highest value first, page 2/);
    await page.goBack();
    await expect(said(page)).toHaveText(/highest value first, page 1/);
    await page.goBack();
    await expect(said(page)).toHaveText(/newest first, page 1/);
  });

  test('a filter chosen on page 2 starts again on page 1', async ({ page }) => {
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(said(page)).toHaveText(/page 2/);
    await page.getByLabel('Search name, email or company').fill('example');
    await page.waitForURL('/leads?q=example');
    await expect(said(page)).toHaveText(/page 1/);
  });

  test('an address with invalid filters shows the whole list without an error', async ({ page }) => {
    const wholeList = (await said(page).textContent()) ?? '';
    await page.goto('/leads?status[]=a&sort=(select 1)&page=abc&size=7&from=2026-02-30');
    await expect(said(page)).toHaveText(wholeList);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(page.getByLabel('Submitted on or after')).toHaveValue('');
    await expect(page.getByLabel('Rows per page')).toHaveValue('');
  });

  test('Back from a lead restores the filters, the page and the focus', async ({ page }) => {
    await page.goto('/leads?q=e&sort=name&dir=asc');
    const link = rowHeaders(page).nth(9).getByRole('link');
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.split(' – ')[0] ?? '');
    await page.goBack();
    await expect(page).toHaveURL('/leads?q=e&sort=name&dir=asc');
    await expect(page.getByLabel('Search name, email or company')).toHaveValue('e');
    await expect(link).toBeFocused();
    await expect(link).toHaveText(name);
  });

  test('Back from a lead on page 2 returns to page 2', async ({ page }) => {
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(said(page)).toHaveText(/page 2/);
    const link = rowHeaders(page).nth(1).getByRole('link');
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.split(' – ')[0] ?? '');
    await page.goBack();
    await expect(said(page)).toHaveText(/page 2/);
    await expect(
      rowHeaders(page).getByRole('link').filter({ hasText: name }).and(page.locator(':focus')),
    ).toHaveCount(1);
  });
});

test.describe('the table', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/leads');
  });

  test('has a caption, and names its columns and rows', async ({ page }) => {
    const table = page.getByRole('table', {
      name: /^Leads, newest first\. Times are in the time zone Europe\/London/,
    });
    await expect(table).toBeVisible();
    await expect(table.getByRole('columnheader')).toHaveText([
      'Lead',
      'Status',
      'Value',
      'Agent',
      'Last change',
      'Submitted',
    ]);
    const rows = table.getByRole('row').filter({ has: page.getByRole('cell') });
    const rowCount = await rows.count();
    await expect(rowHeaders(page).getByRole('link')).toHaveCount(rowCount);
  });

  test('is ordered by a button that keeps the focus, and says which column orders it', async ({ page }) => {
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

  test('announces in its one status how many leads match a filter', async ({ page, vendor }) => {
    const lastName = uniqueName('Hazel');
    await createFamily(vendor, lastName, ['Ann', 'Bea']);
    await expect(page.getByRole('row', { name: lastName })).toHaveCount(2);
    await page.getByLabel('Search name, email or company').fill(lastName);
    await expect(said(page)).toHaveText(/^2 leads, newest first, page 1 of 1/);
    await page.getByLabel('Search name, email or company').fill(`Bea ${lastName}`);
    await expect(said(page)).toHaveText(/^1 lead, newest first, page 1 of 1/);
  });

  test('offers to clear the filters when no lead matches', async ({ page }) => {
    await page.getByLabel('Search name, email or company').fill(uniqueName('Nobody'));
    await expect(page.getByRole('heading', { name: 'No matching leads' })).toBeVisible();
    await expect(said(page)).toHaveText('No leads match');
    await page.getByRole('link', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL('/leads');
    await expect(page.getByLabel('Search name, email or company')).toHaveValue('');
    await expect(page.getByRole('table')).toBeVisible();
  });

  for (const order of ['', 'sort=value', 'sort=name&dir=asc']) {
    test(`shows every lead once, page by page, forwards and backwards (${order || 'as it opens'})`, async ({
      page,
    }) => {
      await page.goto(`/leads?${order}`);
      const pages = page.getByRole('navigation', { name: 'Pages of leads' });
      const next = pages.getByRole('link', { name: 'Next' });
      const previous = pages.getByRole('link', { name: 'Previous' });
      const here = pages.locator('[aria-current=page]');
      const [leadCount = 0, pageCount = 0] = [
        ...((await said(page).textContent()) ?? '').matchAll(/(\d+) leads|of (\d+)/g),
      ].map(([, leads, pages]) => Number(leads ?? pages));
      expect(pageCount).toBeGreaterThan(1);

      const visited: string[][] = [];
      for (let at = 1; at <= pageCount; at++) {
        await expect(here).toHaveText(`Page ${at} of ${pageCount}`);
        visited.push(await leadsOnPage(page));
        if (at === pageCount) break;
        await next.click();
        await expect(next).toBeFocused();
      }
      await expect(next).toHaveAttribute('aria-disabled', 'true');
      const all = visited.flat();
      expect(all).toHaveLength(leadCount);
      expect(new Set(all).size).toBe(leadCount);

      for (let at = pageCount - 1; at >= 1; at--) {
        await previous.click();
        await expect(here).toHaveText(`Page ${at} of ${pageCount}`);
        expect(await leadsOnPage(page)).toEqual(visited[at - 1]);
      }
      await expect(previous).toHaveAttribute('aria-disabled', 'true');
    });
  }
});

/** Addresses of the leads on this page; a pending submission is not a lead yet. */
function leadsOnPage(page: Page): Promise<string[]> {
  return rowHeaders(page)
    .locator('a[href^="/leads/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}
