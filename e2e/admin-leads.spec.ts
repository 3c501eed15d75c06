import { expect, signInAs, test } from './fixtures';

test('an admin finds leads that wait for an answer in all organizations, and reads one; the audit log says so', async ({
  page,
}) => {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByRole('heading', { name: 'All leads', level: 1 })).toBeVisible();
  await page.getByLabel('Waiting for a response').selectOption('Waiting');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/waiting=0/);
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText('Pending');
  const link = page.getByRole('rowheader').getByRole('link').first();
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', page.url());
  const id = pathname.split('/').at(-1) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  const seenBy = page.getByRole('region', { name: 'Who can see this lead' });
  await expect(seenBy).toContainText(/Managers of /);
  await expect(seenBy.getByRole('link').first()).toHaveAttribute('href', /^\/admin\/people\/agent\?/);
  await page.getByRole('main').getByRole('link', { name: 'All leads' }).click();
  await expect(page).toHaveURL(/\/admin\/leads\?waiting=0$/);
  await page.goto('/admin/audit');
  await expect(page.getByText(`Lead viewed by an admin: ${id}`)).toBeVisible();
});
