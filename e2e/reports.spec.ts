import { expect, signInAs, test } from './fixtures';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a manager sees who is behind, sorts the agents, chooses a period, and figures lead to exactly those leads', async ({
    page,
  }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/leads');
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('link', { name: /waiting for a response/ }).click();
    await expect(page).toHaveURL(/\/leads\?waiting=14&dir=asc$/);
    await expect(page.getByLabel('Waiting for a response')).toHaveValue('14');

    await page.goto('/team');
    await page.getByLabel('Period').selectOption('Last 52 weeks');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/\/team\?weeks=52/);
    const won = page.getByRole('columnheader', { name: 'Won' });
    await won.getByRole('link').click();
    await expect(page).toHaveURL(/\/team\?weeks=52&sort=won/);
    await expect(won).toHaveAttribute('aria-sort', 'descending');

    const submitted = page.getByRole('definition').getByRole('link').first();
    const count = (await submitted.textContent()) ?? '';
    await submitted.click();
    // The same sentence is there for print.
    const shown = page.getByText(new RegExp(`\\b${count} leads\\b`)).filter({ visible: true });
    await expect(shown.first()).toBeVisible();
  });
});
