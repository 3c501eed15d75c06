import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Submits a lead as Maya, and opens its page. */
async function submitLead(page: Page, lastName: string): Promise<void> {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
}

const receiptOf = (page: Page) => page.getByRole('region', { name: 'Receipt' });
const resultOf = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'receipt' });

test('a receipt is copied, verified by somebody else, its answers are proven, and its link leaves no code in the address', async ({
  page,
  browser,
  baseURL,
}) => {
  const lastName = uniqueName('Rowan');
  await submitLead(page, lastName);
  const receipt = receiptOf(page);
  const code = await receipt.getByLabel('Receipt code').inputValue();
  await receipt.getByRole('button', { name: 'Copy code' }).click();
  await expect(receipt.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await receipt.getByText('Details').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    receipt.getByRole('link', { name: 'Download answers' }).click(),
  ]);
  const answers = await file.path();
  expect(await readFile(answers, 'utf8')).toContain(lastName);

  const stranger = await (await browser.newContext({ baseURL })).newPage();
  await stranger.goto('/verify');
  await stranger.getByLabel('Receipt code').fill(code);
  await stranger.getByLabel('Answers file (optional)').setInputFiles(answers);
  await stranger.getByRole('button', { name: 'Verify' }).click();
  const result = resultOf(stranger);
  await expect(result).toContainText('This receipt is genuine');
  await expect(result).toContainText('The answers file matches');
  await expect(result).toBeFocused();
  await expect(result).toContainText('Maya Lindqvist');
  await expect(result).not.toContainText(lastName);

  await stranger.getByLabel('Receipt code').fill(`${code.slice(0, -4)}AAAA`);
  await stranger.getByRole('button', { name: 'Verify' }).click();
  await expect(result).toContainText('This receipt isn’t valid');
  await stranger.context().close();

  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await receipt.getByRole('link', { name: 'Verify receipt' }).click();
  await expect(resultOf(page)).toContainText('This receipt is genuine');
  await expect(page).toHaveURL(/\/verify$/);
  expect(requested.filter((url) => url.replace(/#.*/, '').includes('eyJ'))).toEqual([]);
});
