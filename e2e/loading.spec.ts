import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';
import { rowHeaders } from './lead-list';

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
});

for (const { what, open, heading } of [
  {
    what: 'a lead',
    open: (page: Page) => rowHeaders(page).first().getByRole('link').click(),
    heading: 'Details',
  },
  {
    what: 'the form',
    open: (page: Page) => page.getByRole('main').getByRole('link', { name: 'New lead' }).click(),
    heading: 'Who',
  },
]) {
  test(`while ${what} takes long to come, a skeleton covers the page and nothing moves`, async ({ page }) => {
    await page.goto('/leads');
    await expect(rowHeaders(page).first()).toBeVisible();
    const release = await holdPages(page);
    const shifts = await watchShifts(page);
    await open(page);
    const skeleton = page.locator('[data-skeleton]');
    await expect(skeleton).toBeAttached();
    expect(await skeleton.evaluate((element) => getComputedStyle(element).animationDelay)).toBe('0.3s');
    await expect(skeleton).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeAttached();
    release();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(skeleton).toHaveCount(0);
    expect(await shifts()).toBe(0);
  });
}

/** Holds back the pages that are loaded without leaving the current one. */
async function holdPages(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.searchParams.has('_rsc'),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return () => release();
}

/** Starts to add up the layout shifts of the page; returns the function that reads the sum. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift: unknown = Reflect.get(entry, 'hadRecentInput') ? 0 : Reflect.get(entry, 'value');
        const sum = Number(document.documentElement.dataset.shifts ?? 0) + Number(shift);
        document.documentElement.dataset.shifts = String(sum);
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.shifts ?? 0));
}
