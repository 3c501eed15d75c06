import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';

const html = (page: Page) => page.locator('html');
const choice = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** A text of the pseudo-language, whose texts are in brackets. */
const PSEUDO = /^\[.+\]$/;

/** It stays open where only its texts changed. */
async function openMenu(page: Page): Promise<void> {
  if (await choice(page, 'English').isVisible()) return;
  await page.locator('[popovertarget="person-menu"]').click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('the sign-in page changes its language, and leads to the requested page as before', async ({
      page,
    }) => {
      await page.goto('/leads/new');
      await expect(html(page)).toHaveAttribute('lang', 'en-US');
      const address = page.url();
      await choice(page, 'Pseudo').click();
      await expect(heading(page)).toHaveText(PSEUDO);
      await expect(html(page)).toHaveAttribute('lang', 'en-XA');
      await expect(choice(page, 'Pseudo')).toHaveAttribute('aria-pressed', 'true');
      await expect(choice(page, 'English')).toHaveAttribute('lang', 'en');
      expect(page.url()).toBe(address);
      await page.getByRole('button', { name: /Tom Okafor/ }).click();
      await expect(page).toHaveURL(/\/leads\/new$/);
      await expect(heading(page)).toHaveText(PSEUDO);
    });

    test('a person changes their language in the menu, on all of their devices', async ({ page, openAs }) => {
      await signInAs(page, 'Erik Brandt');
      await page.goto('/leads');
      await openMenu(page);
      await choice(page, 'Pseudo').click();
      await expect(html(page)).toHaveAttribute('lang', 'en-XA');
      await expect(heading(page)).toHaveText(PSEUDO);
      const elsewhere = await openAs('Erik Brandt', { locale: 'fr-CH' });
      await elsewhere.goto('/leads');
      await expect(html(elsewhere)).toHaveAttribute('lang', 'en-XA');
      await openMenu(page);
      await choice(page, 'English').click();
      await expect(heading(page)).not.toHaveText(PSEUDO);
      await elsewhere.reload();
      await expect(html(elsewhere)).toHaveAttribute('lang', 'en');
    });
  });
}

test('a form in which something is missing changes its language with its messages, and keeps what was typed', async ({
  page,
}) => {
  await signInAs(page, 'Erik Brandt');
  await page.goto('/leads/new');
  const main = page.getByRole('main');
  await page.getByLabel('First name').fill('Nora');
  const key = await page.getByLabel('First name').getAttribute('name');
  await main.getByRole('button', { name: 'Submit lead' }).click();
  const problems = page
    .getByRole('region', { name: /problem|^\[/ })
    .first()
    .getByRole('link');
  await expect(problems.first()).toBeVisible();
  const all = Array.from({ length: await problems.count() }, () => PSEUDO);
  await expect(problems.first()).not.toHaveText(PSEUDO);
  await openMenu(page);
  await choice(page, 'Pseudo').click();
  await expect(problems).toHaveText(all);
  await expect(main.locator(`[name="${key}"]`)).toHaveValue('Nora');
  await openMenu(page);
  await choice(page, 'English').click();
  await expect(problems.first()).not.toHaveText(PSEUDO);
  await expect(main.locator(`[name="${key}"]`)).toHaveValue('Nora');
});

test.describe('a browser set to British English', () => {
  test.use({ locale: 'en-GB' });

  test('gets its language with its own formats', async ({ page }) => {
    await signInAs(page, 'Ines Carvalho');
    await page.goto('/leads');
    await expect(html(page)).toHaveAttribute('lang', 'en-GB');
  });
});

test.describe('a browser set to a language that we do not have', () => {
  test.use({ locale: 'nl-NL' });

  test('gets English', async ({ page }) => {
    await page.goto('/accessibility');
    await expect(html(page)).toHaveAttribute('lang', 'en');
  });
});

test.describe('in the longer letters of the pseudo-language, 320 px wide', () => {
  test.use({ viewport: { width: 320, height: 900 } });
  test.setTimeout(120_000);

  test('nothing scrolls sideways, and axe finds nothing', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: 'xx', url: baseURL }]);
    await signInAs(page, 'Ines Carvalho');
    for (const path of ['/leads', '/leads/new', '/accessibility']) {
      await page.goto(path);
      await expect(heading(page)).toHaveText(PSEUDO);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});
