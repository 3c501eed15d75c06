import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';

for (const width of [320, 1280]) {
  test.describe(`${width} px wide, light and dark`, () => {
    test.use({ viewport: { width, height: 900 } });
    // axe reads every element twice, in each theme.
    test.setTimeout(120_000);

    test('axe finds nothing on the signed-out pages', async ({ page }) => {
      await page.goto('/leads');
      await expectAccessible(page);
      await page.goto('/accessibility');
      await expectAccessible(page);
    });

    test('axe finds nothing on the form: untouched, expanded, with errors, accepted', async ({ page }) => {
      await signInAs(page, 'Maya Lindqvist');
      await page.goto('/leads/new');
      await expectAccessible(page);
      await page.getByText('More details').click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Submit lead' }).click();
      await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
      await expectAccessible(page);
      await fillRequired(page, uniqueName('Quince'));
      await page.getByRole('button', { name: 'Submit lead' }).click();
      await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
      await expectAccessible(page);
    });

    test('axe finds nothing on the list, empty and full, a lead, its edit form and the menu', async ({
      page,
    }) => {
      await signInAs(page, 'Ines Carvalho');
      await expectAccessible(page);
      await page.goto('/leads?q=nobodyiscalledthis');
      await expect(page.getByText('No matching leads')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/leads');
      await page.getByRole('rowheader').first().getByRole('link').click();
      await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
      await page.getByRole('button', { name: /account/ }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Edit lead' }).click();
      await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
      await expectAccessible(page);
    });

    test('axe finds nothing on the admin’s page and the waiting page', async ({ openAs }) => {
      for (const name of ['Robin Hale', 'Sam Ito'] as const) {
        const page = await openAs(name, { viewport: { width, height: 900 } });
        await expectAccessible(page);
      }
    });

    test('nothing scrolls sideways', async ({ page }) => {
      await signInAs(page, 'Ines Carvalho');
      for (const path of ['/leads', '/leads/new', '/accessibility']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
      }
    });
  });
}

test.describe('a page that does not exist', () => {
  test.use({ expectedInConsole: [/404/] });
  test('axe finds nothing there', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    // The first page reports the time zone and is rendered again; the next one is stable.
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('tz');
    await page.goto('/nothing');
    await expectAccessible(page);
  });
});
