import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';

const menu = (page: Page, name: string | RegExp = 'Views') => page.getByRole('button', { name });

async function save(page: Page, name: string, { isShared = false } = {}): Promise<void> {
  await page.getByLabel('Name', { exact: true }).first().fill(name);
  if (isShared) await page.getByLabel('Share with everyone').first().check();
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
}

async function remove(page: Page, name: string): Promise<void> {
  await page.goto('/leads/views');
  await page.getByRole('button', { name: `Delete view ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The view was deleted.')).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a person names their filters, opens them by the name, renames and deletes the view', async ({
      page,
    }) => {
      const name = uniqueName('Won');
      await signInAs(page, 'Maya Lindqvist');
      await page.goto('/leads?status=won&sort=value');
      await menu(page).click();
      await page.getByRole('link', { name: 'Save these filters' }).click();
      await save(page, name);
      await expect(page).toHaveURL('/leads?status=won&sort=value');
      await expect(menu(page, `View: ${name}`)).toBeVisible();

      await page.goto('/leads');
      await menu(page).click();
      await page.getByRole('link', { name }).click();
      await expect(page).toHaveURL('/leads?status=won&sort=value');
      await expect(menu(page, `View: ${name}`)).toBeVisible();
      await expect(page.getByRole('link', { name })).toBeHidden();

      await page.goto('/leads/views?status=lost');
      await save(page, name);
      await expect(page.getByText('There is already a view with this name.')).toBeVisible();
      await page.getByLabel('Replace the view with this name').check();
      await page.getByRole('button', { name: 'Save view', exact: true }).click();
      await expect(page).toHaveURL('/leads?status=lost');

      await page.goto('/leads/views');
      const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
      await expect(card.getByLabel('Name')).toBeHidden();
      await card.getByText('Change', { exact: true }).click();
      await card.getByLabel('Name').fill(`${name} again`);
      await card.getByRole('button', { name: 'Save view' }).click();
      await expect(page.getByRole('link', { name: `${name} again` })).toBeVisible();
      await remove(page, `${name} again`);
    });
  });
}

test('a manager shares a view; an agent opens it, marked as lost where no lead has its status', async ({
  page,
  openAs,
}) => {
  const name = uniqueName('Team');
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads/views?status=unheard-of');
  await save(page, name, { isShared: true });
  await expect(menu(page, `View: ${name}`)).toBeVisible();

  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads/views');
  await expect(agent.getByText(/^No lead has the status “.*[Uu]nheard.*” now\.$/)).toBeVisible();
  await expect(agent.getByRole('button', { name: `Delete view ${name}` })).toHaveCount(0);
  await agent.getByRole('link', { name }).click();
  await expect(agent.getByRole('heading', { name: 'No matching leads' })).toBeVisible();
  await expect(menu(agent, `View: ${name}`)).toBeVisible();
  await remove(page, name);
});

test('the longest and oddest names fit the smallest phone', async ({ page }) => {
  const names = ['W'.repeat(80), 'عملاء جدد من السوق الجديدة', '🙂'.repeat(80)];
  await page.setViewportSize({ width: 320, height: 740 });
  await signInAs(page, 'Tom Okafor');
  for (const [index, name] of names.entries()) {
    await page.goto(`/leads/views?q=cruel${index}`);
    await save(page, name);
    await expect(page).toHaveURL(`/leads?q=cruel${index}`);
  }
  await page.goto('/leads/views');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(3);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.goto('/leads?q=cruel1');
  await menu(page, /View: /).click();
  await expect(page.getByRole('link', { name: names[2] })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const name of names) await remove(page, name);
});
