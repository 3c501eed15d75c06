import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
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

  test('the row under the pointer stays in place when another appears and one disappears', async ({
    page,
    vendor,
  }) => {
    const lastName = uniqueName('Kale');
    const [oldest] = await createFamily(vendor, lastName, FIVE);
    await openFamily(page, lastName, 5);
    const before = await rowHeaders(page).allTextContents();
    const row = page.getByRole('row', { name: `Cat ${lastName}` });
    await row.hover();
    const place = await row.boundingBox();

    await createFamily(vendor, lastName, ['Fay']);
    await vendor.deleteLead(oldest?.id ?? '');
    await expect(page.getByRole('button', { name: /Show \d+ updates?/ })).toBeVisible();
    expect(await rowHeaders(page).allTextContents()).toEqual(before);
    expect(await row.boundingBox()).toEqual(place);
  });

  test('a status changes immediately in the focused row, and is announced', async ({ page, vendor }) => {
    const lastName = uniqueName('Larch');
    const [lead] = await createFamily(vendor, lastName, ['Ann', 'Bea']);
    await openFamily(page, lastName, 2);
    const row = page.getByRole('row', { name: `Ann ${lastName}` });
    const link = row.getByRole('link', { name: `Ann ${lastName}` });
    await link.focus();
    await vendor.changeLead(lead?.id ?? '', { status: 'qualified' });
    await expect(row).toContainText('Qualified');
    await expect(link).toBeFocused();
    await expect(page.getByRole('button', { name: /Show \d+ updates?/ })).toHaveCount(0);
    await expect(said(page)).toContainText(`Ann ${lastName}: the status is now “Qualified”.`, {
      timeout: 15_000,
    });
  });

  test('the time of the last change grows while the page is open', async ({ page, vendor }) => {
    const lastName = uniqueName('Medlar');
    await createFamily(vendor, lastName, ['Ann']);
    await page.clock.install();
    await openFamily(page, lastName, 1);
    const row = page.getByRole('row', { name: lastName });
    await expect(row).toContainText(/now|seconds? ago/);
    // A new read of the list would bring new times.
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.clock.runFor('01:00');
    await page.clock.runFor('04:00');
    await expect(row).toContainText(/[345] minutes ago/);
  });

  test('Pause keeps the list as it is until Resume', async ({ page, openAs, vendor }) => {
    const lastName = uniqueName('Mallow');
    const manager = await openAs('Ines Carvalho');
    await manager.goto('/leads');
    await page.goto('/leads');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Paused.')).toBeVisible();
    await createFamily(vendor, lastName, ['Ann']);
    await expect(manager.getByRole('row', { name: lastName })).toBeVisible();
    await expect(page.getByText(lastName)).toHaveCount(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('row', { name: lastName })).toBeVisible();
  });
});

test.describe('while the service is unreachable', () => {
  test('the list stays, says since when it is stale, and a lead can still be submitted', async ({
    page,
    stack,
    openAs,
    vendor,
  }) => {
    test.setTimeout(90_000);
    const lastName = uniqueName('Nettle');
    await readFormAgain(stack);
    await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);

    const admin = await openAs('Robin Hale');
    await admin.goto('/admin');
    await vendor.setFaults({ down: true });
    await admin.getByRole('button', { name: 'Check everything now' }).click();
    await expect(admin.getByText(/The form couldn’t be loaded/)).toBeVisible();

    await page.reload();
    await expect(page.getByText(/The portal hasn’t responded since/)).toBeVisible();
    await expect(page.getByText(/This list was last confirmed on/)).toBeVisible();
    await expect(page.getByRole('row', { name: lastName })).toBeVisible();

    const submitted = uniqueName('Oxlip');
    await page.goto('/leads/new');
    await fillRequired(page, submitted);
    await page.getByRole('button', { name: 'Submit lead' }).click();
    // Whether it is queued or unclear depends on when the desk stopped calling; it is kept either way.
    await expect(page.getByRole('heading', { name: `${submitted} is saved` })).toBeVisible();
    await page.goto('/leads');
    await expect(page.getByRole('row', { name: submitted })).toBeVisible();

    await vendor.setFaults({ down: false });
    // The desk retries at growing intervals, and the open list updates automatically.
    await expect(page.getByText(/The portal hasn’t responded since/)).toHaveCount(0, { timeout: 60_000 });
    await expect(page.getByRole('row', { name: submitted })).toBeVisible();
  });
});

test.describe('the history of a lead', () => {
  test('is a list, newest first, of when, by whom and from what to what', async ({ page, vendor }) => {
    const lastName = uniqueName('Privet');
    const { history, lead } = await openHistory(page, vendor, lastName);
    await vendor.changeLead(lead, { status: 'qualified' });
    await expect(history.getByRole('listitem').first()).toContainText('Qualified');
    await vendor.changeLead(lead, { status: 'won' });
    const newest = history.locator('ol > li').first();
    await expect(newest).toContainText(/Won.*from the portal.*from Qualified.* to →\sWon/);

    const times = await history
      .locator('ol > li time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
    expect(times.length).toBeGreaterThanOrEqual(3);
    expect(times).toEqual(times.toSorted().toReversed());
    await expect(newest.locator('time')).toHaveText(/\d{1,2}:\d{2} [AP]M (GMT|BST|GMT\+1)/);
  });

  test('shows values as the details do, not as the portal stores them', async ({ page, vendor }) => {
    const lastName = uniqueName('Privet');
    const { history, lead } = await openHistory(page, vendor, lastName);
    await vendor.changeLead(lead, {
      value: 12500,
      customFields: {
        urgency: 2,
        industry: 'real-estate-manufacturing',
        interests: ['analytics', 'payments'],
        expectedClose: '2026-11-05',
        'call.first date': '2026-11-05T10:11:12.345Z',
        consent: true,
      },
    });
    const newest = history.locator('ol > li').first();
    const details = page.getByRole('region', { name: 'Details' });
    for (const told of ['€12,500', 'This year', 'Real estate, manufacturing', 'Nov 5, 2026', 'Yes']) {
      await expect(newest).toContainText(told);
      await expect(details).toContainText(told);
    }
    await expect(newest).toContainText('Analytics, Payments');
    await expect(newest.locator('li time')).toHaveText(/^Nov 5, 2026, 10:11:12 AM GMT$/);
    await expect(newest).not.toContainText(/\.345|true|real-estate|Urgency: 2/);
  });

  test('shows an unknown status as received, and does not take the focus', async ({ page, vendor }) => {
    const lastName = uniqueName('Quince');
    const { history, lead } = await openHistory(page, vendor, lastName);
    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.focus();
    const status = 'Zurückgestellt (Q3) <b>';
    await vendor.changeLead(lead, { status });
    const newest = history.locator('ol > li').first();
    await expect(newest).toContainText(status);
    await expect(history.getByRole('status')).toHaveText(/^Latest: Status changed/);
    await expect(page.getByRole('main').getByText(status, { exact: true }).first()).toBeVisible();
    await expect(pause).toBeFocused();
  });
});

/** Makes a lead and opens its page; returns its history and its id. */
async function openHistory(page: Page, vendor: Vendor, lastName: string) {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const [made] = await createFamily(vendor, lastName, ['Ann']);
  await page.getByRole('link', { name: lastName }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ann ${lastName}`);
  return { history: page.getByRole('region', { name: 'History' }), lead: made?.id ?? '' };
}
