import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, openFamily, rowHeaders } from './lead-list';

const banner = (page: Page) => page.getByRole('region', { name: 'Viewing as someone else' });

/** Robin sees the desk as Maya, from Maya's page. */
async function viewAsMaya(page: Page, reason: string): Promise<void> {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/people?view=people&q=Maya');
  await page.getByRole('row', { name: 'Maya Lindqvist' }).getByRole('link').first().click();
  const why = page.getByRole('textbox', { name: 'Reason' });
  await page.getByRole('button', { name: 'View as Maya Lindqvist' }).click();
  await expect(
    page.getByText('Enter a reason. The person can see it.').filter({ visible: true }),
  ).toBeVisible();
  await expect(why).toHaveAttribute('aria-invalid', 'true');
  await why.fill(reason);
  await page.getByRole('button', { name: 'View as Maya Lindqvist' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await expect(banner(page)).toContainText('You’re viewing as Maya Lindqvist. You can’t change anything.');
}

test('an admin sees the desk as an agent, changes nothing, and the agent reads why', {
  tag: '@rest',
}, async ({ page, openAs, vendor }) => {
  const reason = uniqueName('Ticket');
  const lastName = uniqueName('Viewed');
  await createFamily(vendor, lastName, ['Ann']);
  await viewAsMaya(page, reason);
  // What leads nowhere now is not offered, by keyboard either.
  for (const name of ['New lead', 'Import', 'Export', 'Drafts'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await expect(async () => openFamily(page, lastName, 1)).toPass();
  await rowHeaders(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ann ${lastName}`);
  for (const name of ['Edit lead', 'Use as a template'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page.goto('/settings');
  for (const save of await page.getByRole('button', { name: 'Save' }).all())
    await expect(save).toBeDisabled();
  await expect(page.getByRole('combobox').first()).toBeDisabled();
  await page.getByRole('button', { name: /^Account: / }).click();
  for (const name of ['Sign out on all devices', 'Dark', 'Keyboard shortcuts'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.goto('/notifications');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  // Also at an address that is no page; its answer 404 would be in the console.
  const unknown = await page.request.get('/nothing-here');
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toMatch(/<form[^>]* action="\/api\/view-as\/stop"/);
  // Only Maya's.
  await page.goto('/drafts');
  await expect(page).toHaveURL(/\/view-as$/);
  await expect(
    page.getByRole('heading', { name: 'Not available while you view as Maya Lindqvist' }),
  ).toBeVisible();
  // The admin's pages show what is there, and offer no change.
  await page.goto('/admin/retention');
  await expect(page.getByRole('button', { name: 'Save' }).first()).toBeDisabled();
  await page.goto('/admin/erasure');
  await expect(page.getByRole('button', { name: 'Find' })).toBeDisabled();
  await page.goto('/admin/audit');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeDisabled();
  await page.goto('/admin/people?view=people&q=Tom');
  await page.getByRole('row', { name: 'Tom Okafor' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeDisabled();
  await page.goto('/admin/audit');
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText('Account view started: maya').first()).toBeVisible();

  await banner(page).getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { name: 'Maya Lindqvist', level: 1 })).toBeVisible();
  await expect(banner(page)).toBeHidden();
  await page.goto('/admin/audit');
  await expect(page.getByText('Account view ended: maya').first()).toBeVisible();

  const maya = await openAs('Maya Lindqvist');
  await maya.goto('/settings');
  await expect(
    maya
      .getByRole('list', { name: 'Who viewed your account' })
      .getByRole('listitem')
      .filter({ hasText: reason }),
  ).toContainText('An admin viewed your leads on');
});
