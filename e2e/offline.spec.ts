import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, expectSamePage, markPage, openFamily, rowHeaders, streamOpened } from './lead-list';
import { open } from './submitting';

// What a browser logs for every failed request.
test.use({ expectedInConsole: /Failed to load resource|net::ERR_/ });

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: /offline|can’t be reached/ });

test.describe('a browser that loses its network', () => {
  test('keeps the list during a search, says since when it is stale, and shows the result once online', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Alder');
    await createFamily(vendor, lastName, ['Ann', 'Bea']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 2);
    await markPage(page);

    await context.setOffline(true);
    await page.getByLabel('Search name, email or company').fill(`ann.${lastName}`);
    await expect(notice(page)).toContainText('You’re offline.');
    await expect(page.getByRole('region', { name: 'Live updates' })).toContainText(
      /You’re offline\. Last updated \d{1,2}:\d{2}:\d{2} [AP]M\./,
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page)).toBeVisible();
    await expect(rowHeaders(page)).toHaveCount(2);
    await expect(page.getByLabel('Search name, email or company')).toHaveValue(`ann.${lastName}`);

    await context.setOffline(false);
    await expect(rowHeaders(page)).toHaveText([new RegExp(`^(Unread: )?Ann ${lastName}`)]);
    await expect(notice(page)).toHaveCount(0);
    await expectSamePage(page);
  });

  test('keeps a lead’s page, and opens the requested page once online', { tag: '@rest' }, async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Cedar');
    const [lead] = await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('link', { name: lastName }).click();
    await expect(rowHeaders(page)).toHaveCount(1);
    const opened = streamOpened(page, { of: lead?.id });
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ann ${lastName}`);
    // Offline before its scripts have arrived, the page could say nothing.
    await opened;

    await markPage(page);
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('link', { name: 'Edit lead' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ann ${lastName}`);
    await expectSamePage(page);
    await context.setOffline(false);
    // It opens automatically: a click now might hit the link as its page goes away.
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  });

  test('keeps what is typed in a form, and its page', async ({ page, context }) => {
    await signInAs(page, 'Maya Lindqvist');
    await open(page);
    await page.getByLabel('Last name').fill('Dogwood');
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Dogwood');
  });
});
