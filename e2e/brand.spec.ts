import type { Page } from '@playwright/test';
import { picture, wordmark } from '../tests/support/pictures';
import { expect, signInAs, test } from './fixtures';

const NAME = 'Acme Partners';
/** Too light for text on a light page. */
const ACCENT = '#ffd400';

/** The fill of the main button, as the browser draws it. */
const buttonColor = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor);

async function openBrand(page: Page): Promise<void> {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/brand');
  await expect(page.getByRole('heading', { name: 'Brand', level: 1 })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Saved\. Everyone sees it/)).toBeVisible();
}

/** Other flows expect the default brand. */
test.afterEach(async ({ openAs }) => {
  const page = await openAs('Robin Hale');
  await page.goto('/admin/brand');
  for (const image of ['logo', 'icon']) {
    const remove = page.getByRole('button', { name: `Remove ${image}` });
    if (!(await remove.isVisible())) continue;
    await remove.click();
    await expect(page.getByText(`The ${image} was removed.`)).toBeVisible();
  }
  for (const label of ['Product name', 'Sender name', 'Help link', 'Privacy link'])
    await page.getByLabel(label).fill('');
  await page.getByRole('textbox', { name: 'Brand color', exact: true }).fill('');
  await save(page);
});

test('an admin sets name, color, logo and links, and partners see them on every page and in an email', {
  tag: '@rest',
}, async ({ page, openAs, vendor, browser, baseURL }) => {
  test.slow();
  await openBrand(page);

  await page.getByLabel('Product name').fill(NAME);
  await page.getByRole('textbox', { name: 'Brand color', exact: true }).fill(ACCENT);
  const light = page.getByRole('figure', { name: 'Preview in the light theme' });
  await expect(light).toContainText(NAME);
  await expect(
    page.getByText(/^Light theme: links and outlines in #[0-9a-f]{6}, because #ffd400/),
  ).toBeVisible();
  await expect(page.getByText(/^Dark theme:/)).toHaveCount(0);
  await page.getByLabel('Sender name').fill('Acme Partner Team');
  await page.getByLabel('Help link').fill('help@acme.example');
  await page.getByLabel('Privacy link').fill('acme.example/privacy');
  const before = await buttonColor(page, 'Save changes');
  await save(page);
  expect(await buttonColor(page, 'Save changes')).not.toBe(before);
  await expect(page.getByLabel('Privacy link')).toHaveValue('https://acme.example/privacy');
  const named = page.getByRole('checkbox', { name: 'Include lead names in emails' });
  for (const isOn of [true, false]) {
    await named.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Saved. This applies from the next email.')).toBeVisible();
    await expect(named).toBeFocused();
    await page.reload();
    await expect(named).toBeChecked({ checked: isOn });
  }

  await page.getByLabel('Choose a logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await wordmark('#0b0d12'),
  });
  await expect(page.getByText(/^The logo was saved\./)).toBeVisible();
  await expect(page.getByText(/Hard to see in the dark theme/)).toBeVisible();
  await page.getByLabel('Choose an icon').setInputFiles({
    name: 'icon.webp',
    mimeType: 'image/webp',
    buffer: await picture({ width: 64, height: 64, format: 'webp' }),
  });
  await expect(page.getByText(/^The icon was saved\./)).toBeVisible();

  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads');
  // In front of it is how many leads need a correction.
  await expect(agent).toHaveTitle(new RegExp(`(^|\\) )Leads – ${NAME}$`));
  const logo = agent.getByRole('banner').getByRole('img', { name: NAME });
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(320);
  await expect(agent.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/brand\/[0-9a-f]{32}\.png$/);
  const footer = agent.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Help' })).toHaveAttribute(
    'href',
    'mailto:help@acme.example',
  );
  await agent.getByRole('rowheader').getByRole('link').first().click();
  await agent.waitForURL(/\/leads\/[^?]+/);
  const id = new URL(agent.url()).pathname.split('/').at(-1);
  await expect(agent.getByRole('link', { name: 'Ask about this lead' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:help@acme\\.example\\?subject=[^&]+lead%20${id}\\)$`),
  );

  const visitor = await (await browser.newContext({ baseURL })).newPage();
  await visitor.goto('/signin');
  await expect(visitor.getByRole('banner').getByRole('img', { name: NAME })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Privacy' })).toHaveAttribute(
    'href',
    'https://acme.example/privacy',
  );
  expect(await buttonColor(visitor, 'Send me a link')).not.toBe('rgb(48, 86, 211)');
  await visitor.getByLabel('Your work email address').fill('robin.hale@vendor.example');
  await visitor.getByRole('button', { name: 'Send me a link' }).click();
  await visitor.waitForURL(/\/signin\/sent/);
  await visitor.context().close();
  const subject = `Sign in to ${NAME}`;
  const find = async () => (await vendor.listMails()).find((mail) => mail.subject === subject);
  await expect.poll(find).toMatchObject({ from: expect.stringContaining('Acme Partner Team') });
  const mail = await find();
  expect(mail?.text).toContain('Help: help@acme.example\nPrivacy: https://acme.example/privacy');
  expect(mail?.html).toMatch(/<img src="http[^"]+\/brand\/[0-9a-f]{32}\.png" alt="Acme Partners"/);
});
