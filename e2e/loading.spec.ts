import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { MAYA, rowHeaders } from './lead-list';

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads');
});

test('while a lead takes long to come, a skeleton covers the page and nothing moves', {
  tag: '@rest',
}, async ({ page, vendor }) => {
  const lastName = uniqueName('Hazel');
  await vendor.createLead({ ...MAYA, firstName: 'Di', lastName, email: 'di@example.com' });
  await page.goto('/leads');
  await expect(rowHeaders(page).filter({ hasText: lastName })).toBeVisible();
  const release = await holdPages(page);
  const shifts = await watchShifts(page);
  await page.getByRole('link', { name: lastName }).click();
  const skeleton = page.locator('[data-skeleton]');
  await expect(skeleton).toBeAttached();
  expect(await skeleton.evaluate((element) => getComputedStyle(element).animationDelay)).toBe('0.3s');
  await expect(skeleton).toBeVisible();
  await expect(page.getByText('Loading…')).toBeAttached();
  release();
  await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible();
  await expect(skeleton).toHaveCount(0);
  expect(await shifts()).toEqual([]);
});

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

/**
 * Starts to watch for layout shifts of the page; returns the function that names what has moved. Not the footer, which
 * stands below the page, and may be shorter on the next one; and not what says how long ago something was: it stands at
 * the end of its line, and begins elsewhere when its text gets longer.
 */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const nameOf = (source: { node?: Node }) =>
      source.node instanceof Element ? source.node.outerHTML.slice(0, 120) : String(source.node?.nodeValue);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue;
        const all: { node?: Node }[] = Reflect.get(entry, 'sources') ?? [];
        const mayMove = 'footer, :has(> time), :has(> [aria-label="Live updates"])';
        const sources = all.filter(({ node }) => !(node instanceof Element && node.matches(mayMove)));
        if (sources.length === 0) continue;
        const moved = `${Reflect.get(entry, 'value')}: ${sources.map(nameOf).join(' ')}`;
        const { dataset } = document.documentElement;
        dataset.shifts = JSON.stringify([...JSON.parse(dataset.shifts ?? '[]'), moved]);
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
  return () => page.evaluate(() => JSON.parse(document.documentElement.dataset.shifts ?? '[]'));
}
