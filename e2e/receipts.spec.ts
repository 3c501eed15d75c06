import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirm } from './confirm';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
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

test('a receipt is copied, verified by somebody else, and its answers are proven', async ({
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
  await expectAccessible(stranger);

  await stranger.getByLabel('Receipt code').fill(`${code.slice(0, -4)}AAAA`);
  await stranger.getByRole('button', { name: 'Verify' }).click();
  await expect(result).toContainText('This receipt isn’t valid');
  await expectAccessible(stranger);
  await stranger.context().close();
});

test('the link on a receipt verifies it at once, and leaves no code in the address', async ({ page }) => {
  await submitLead(page, uniqueName('Alder'));
  const leadId = await page.getByRole('link', { name: 'View lead' }).getAttribute('href');
  const code = await receiptOf(page).getByLabel('Receipt code').inputValue();
  await page.goto(leadId ?? '');
  await expect(receiptOf(page).getByLabel('Receipt code')).toHaveValue(code);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await receiptOf(page).getByRole('link', { name: 'Verify receipt' }).click();
  await expect(resultOf(page)).toContainText('This receipt is genuine');
  await expect(page).toHaveURL(/\/verify$/);
  expect(requested.filter((url) => url.replace(/#.*/, '').includes('eyJ'))).toEqual([]);
});

test('on paper the code is there in full', async ({ page }) => {
  await submitLead(page, uniqueName('Spindle'));
  const receipt = receiptOf(page);
  const code = await receipt.getByLabel('Receipt code').inputValue();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt.locator('code', { hasText: code })).toBeVisible();
  await expect(receipt.getByText(/\/verify/)).toBeVisible();
  await expect(receipt.getByRole('button', { name: 'Copy code' })).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a receipt is shown, pasted and verified, and a forged one refused', async ({ page }) => {
    await submitLead(page, uniqueName('Linden'));
    const code = (await receiptOf(page).getByLabel('Receipt code').textContent()) ?? '';
    await page.goto('/verify');
    await page.getByLabel('Receipt code').fill(`${code.slice(0, 80)}\n${code.slice(80)}`);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(resultOf(page)).toContainText('This receipt is genuine');
    await page.getByLabel('Receipt code').fill(code.replace(/\..{6}/, '.AAAAAA'));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(resultOf(page)).toContainText('This receipt isn’t valid');
  });
});

test('an admin replaces the signing key, and earlier receipts stay genuine', async ({ page, openAs }) => {
  await submitLead(page, uniqueName('Sorrel'));
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin');
  const nav = admin.getByRole('navigation', { name: 'Admin pages' });
  await nav.getByRole('link', { name: 'Receipts' }).click();
  const rows = admin.getByRole('table').getByRole('row').filter({ hasText: 'Current key' });
  const former = (await rows.getByRole('rowheader').textContent()) ?? '';
  await confirm(admin, 'Replace key', 'Replace the signing key?');
  await expect(admin.getByText('The key was replaced.')).toBeVisible();
  await expect(rows).not.toContainText(former);
  await expect(admin.getByRole('row', { name: former })).toBeVisible();
  await admin.goto('/admin/audit');
  await expect(admin.getByText('Replaced the signing key of receipts.').first()).toBeVisible();

  await receiptOf(page).getByRole('link', { name: 'Verify receipt' }).click();
  await expect(resultOf(page)).toContainText('This receipt is genuine');
});
