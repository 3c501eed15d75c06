import { expect, signInAs, test } from './fixtures';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a manager chooses a period, and a figure leads to exactly those leads', async ({ page }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/leads');
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await page.getByLabel('Period').selectOption('Last 52 weeks');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/\/team\?weeks=52$/);
    const won = page.getByRole('definition').getByRole('link').first();
    const count = (await won.textContent()) ?? '';
    await won.click();
    // The same sentence is there for print.
    const shown = page.getByText(new RegExp(`\\b${count} leads\\b`)).filter({ visible: true });
    await expect(shown.first()).toBeVisible();
  });
});
