import { expect, readFormAgain, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { createFamily, openFamily, rowHeaders, said } from './lead-list';

const FIVE = ['Ann', 'Bea', 'Cat', 'Dot', 'Eve'];

test.describe('a list that changes while it is read', () => {
  test.beforeEach(({ page }) => signInAs(page, 'Maya Lindqvist'));

  test('with the focus in row 5, new leads wait behind a button and the focus stays', async ({
    page,
    vendor,
  }) => {
    const lastName = uniqueName('Juniper');
    await createFamily(vendor, lastName, FIVE);
    await openFamily(page, lastName, 5);
    const before = await rowHeaders(page).allTextContents();
    const fifth = await rowHeaders(page).nth(4).getByRole('link').elementHandle();
    await fifth?.focus();

    await createFamily(vendor, lastName, ['Fay', 'Gil', 'Hal']);
    const show = page.getByRole('button', { name: 'Show 3 updates' });
    await expect(show).toBeVisible();
    expect(await rowHeaders(page).allTextContents()).toEqual(before);
    expect(await fifth?.evaluate((link) => link === document.activeElement)).toBe(true);
    await expect(said(page)).toContainText('Show 3 updates', { timeout: 15_000 });

    await show.press('Enter');
    await expect(rowHeaders(page)).toHaveCount(8);
    await expect(rowHeaders(page).first()).toContainText('Hal');
    await expect(page.getByRole('region', { name: 'Live updates' })).toBeFocused();
  });

  test('Pause keeps the list as it is until Resume', async ({ page, openAs, vendor }) => {
    const lastName = uniqueName('Mallow');
    const manager = await openAs('Ines Carvalho');
    await manager.goto('/leads');
    await page.goto('/leads');
    const live = page.getByRole('region', { name: 'Live updates' });
    await live.getByRole('button', { name: 'Live', exact: true }).press('Enter');
    await expect(live.getByText(/^Updated /).last()).toBeVisible();
    await live.getByRole('button', { name: 'Pause' }).click();
    await expect(live.getByText('Paused.')).toBeVisible();
    await createFamily(vendor, lastName, ['Ann']);
    await expect(manager.getByRole('row', { name: lastName })).toBeVisible();
    await expect(page.getByText(lastName)).toHaveCount(0);
    await live.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('row', { name: lastName })).toBeVisible();
  });
});

test.describe('while the service is unreachable', () => {
  test('the list stays, says since when it is stale, and a lead can still be submitted', {
    tag: '@rest',
  }, async ({ page, stack, openAs, vendor }) => {
    test.setTimeout(90_000);
    const lastName = uniqueName('Nettle');
    await readFormAgain(stack);
    await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);

    const admin = await openAs('Robin Hale');
    await admin.goto('/admin/health');
    await vendor.setFaults({ down: true });
    await admin.getByRole('button', { name: 'Check now' }).click();
    await expect(admin.getByText(/^Checked\. \d+ checks? (?:is|are) failing/)).toBeVisible({
      timeout: 20_000,
    });

    await page.reload();
    await expect(page.getByText(/The portal hasn’t responded since/)).toBeVisible();
    await expect(page.getByText(/Last synced with the portal: /)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Updated / })).toBeVisible();
    await expect(page.getByRole('row', { name: lastName })).toBeVisible();

    const submitted = uniqueName('Oxlip');
    await page.goto('/leads/new');
    await fillRequired(page, submitted);
    await page.getByRole('button', { name: 'Submit lead' }).click();
    // Whether it is queued or unclear depends on when the desk stopped calling; it is kept either way.
    await expect(page.locator('h1:text("is saved") + p')).toContainText(submitted);
    await page.goto('/leads');
    await expect(page.getByRole('row', { name: submitted })).toBeVisible();

    await vendor.setFaults({ down: false });
    // The desk retries at growing intervals, and the open list updates automatically.
    await expect(page.getByText(/The portal hasn’t responded since/)).toHaveCount(0, { timeout: 60_000 });
    await expect(page.getByRole('row', { name: submitted })).toBeVisible();
  });
});
