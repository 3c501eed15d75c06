import { expect, signInAs, test } from './fixtures';
import { said } from './lead-list';

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads');
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
