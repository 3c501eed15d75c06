import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { MAYA, rowHeaders } from './lead-list';

const DEFAULT = ['Status', 'Value', 'Agent', 'Last change', 'Submitted'];
const ANSWERS = ['Email', 'Phone', 'Website', 'Expected close'];

const heads = (page: Page) => page.getByRole('table').getByRole('columnheader');

async function choose(page: Page, columns: readonly string[], density = 'Comfortable'): Promise<void> {
  await page.getByRole('button', { name: 'Display' }).click();
  const offered = page.getByRole('group', { name: 'Columns' });
  for (const box of await offered.getByRole('checkbox').all()) await box.uncheck();
  for (const column of columns) await offered.getByRole('checkbox', { name: column, exact: true }).check();
  await page.getByRole('group', { name: 'Density' }).getByLabel(density).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heads(page)).toHaveText(['Lead', ...columns]);
  await page.keyboard.press('Escape');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a person chooses columns and density, and finds them in their other browser', async ({
      page,
      openAs,
      vendor,
    }) => {
      const lastName = uniqueName('Columns');
      const customFields = { companyName: 'Alder', phone: '+44 1632 960144', expectedClose: '2031-05-04' };
      await vendor.createLead({ ...MAYA, lastName, email: 'columns@example.com', customFields });
      await signInAs(page, 'Ines Carvalho');
      await expect(async () => {
        await page.goto(`/leads?q=${lastName}`);
        await expect(rowHeaders(page)).toHaveCount(1, { timeout: 500 });
      }).toPass();
      await expect(heads(page)).toHaveText(['Lead', ...DEFAULT]);
      const row = page.getByRole('row', { name: lastName });
      const before = (await row.boundingBox())?.height ?? 0;

      await choose(page, ['Status', 'Phone', 'Expected close', 'Last change'], 'Compact');
      await expect(row.getByRole('rowheader')).toHaveText(new RegExp(`^(Unread: )?Alder – ${lastName}$`));
      await expect(row.getByRole('cell').nth(1)).toHaveText('+44 1632 960144');
      await expect(row.getByRole('cell').nth(2)).toHaveText('May 4, 2031');
      expect((await row.boundingBox())?.height).toBeLessThan(before - 10);

      const elsewhere = await openAs('Ines Carvalho');
      await elsewhere.goto('/leads');
      await expect(heads(elsewhere)).toHaveText(['Lead', 'Status', 'Phone', 'Expected close', 'Last change']);
      await choose(page, DEFAULT);
      await elsewhere.reload();
      await expect(heads(elsewhere)).toHaveText(['Lead', ...DEFAULT]);
    });
  });
}

test('only columns that the role may see are offered, and none has to be shown', async ({ page }) => {
  await signInAs(page, 'Tom Okafor');
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Display' }).click();
  const offered = page.getByRole('group', { name: 'Columns' });
  await expect(offered.getByRole('checkbox', { name: 'Agent' })).toHaveCount(0);
  for (const name of ANSWERS) await expect(offered.getByRole('checkbox', { name })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await choose(page, []);
  await expect(rowHeaders(page).first()).toBeVisible();
  await choose(
    page,
    DEFAULT.filter((column) => column !== 'Agent'),
  );
});
