import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';

const HEAD = ['First name', 'Last name', 'Email', 'Platform', 'Company', 'Shoe size'];

/** A file with these leads; each is an own row that nobody sent before. */
function csvOf(lastNames: readonly string[], platform = 'Web store'): Buffer {
  const rows = lastNames.map((name) => `Nils;${name};${name}@firm.example;${platform};${name} Ltd;43`);
  return Buffer.from(`\ufeff${[HEAD.join(';'), ...rows].join('\r\n')}\r\n`);
}

async function upload(page: Page, buffer: Buffer): Promise<void> {
  await page.goto('/leads/import');
  await page
    .getByLabel(/CSV or XLSX file/)
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload file' }).click();
}

const consents = (page: Page) => page.getByRole('group', { name: /You state this for/ });

async function stateConsent(page: Page): Promise<void> {
  await consents(page)
    .getByLabel(/Agreed to be contacted/)
    .selectOption({ label: 'Yes' });
}

/** The whole way of a file with one wrong row, from the list of leads to the result. */
async function importThree(page: Page, names: readonly [string, string, string]): Promise<void> {
  const [first, second, third] = names;
  const bytes = csvOf([first, second, third]).toString().replace(`${second}@firm.example`, 'no address');
  await page.goto('/leads');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import leads' })).toBeVisible();
  await upload(page, Buffer.from(bytes));

  await expect(page.getByRole('heading', { level: 1, name: 'Choose the columns' })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(/^f\d+$/);
  const leftOut = page.getByRole('list', { name: '1 column isn’t imported' }).getByRole('listitem');
  await expect(leftOut).toContainText('43');
  await expect(leftOut.getByLabel('Shoe size')).toHaveValue('');
  await page.getByRole('button', { name: 'Check the rows' }).click();

  await expect(page.getByText('2 leads are ready to be sent')).toBeVisible();
  const wrong = page.getByRole('listitem').filter({ hasText: `Row 3: ${second} Ltd` });
  await expect(wrong.getByLabel('Email')).toHaveValue('no address');
  await wrong.getByLabel('Email').fill(`${second}@firm.example`);
  await wrong.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('3 leads are ready to be sent')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to sending' }).click();

  // Never filled in: without it nothing is sent.
  await page.getByRole('button', { name: 'Send 3 leads' }).click();
  await expect(page.getByText('Select yes or no').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send 3 leads' })).toBeVisible();
  await stateConsent(page);
  await page.getByRole('button', { name: 'Send 3 leads' }).click();
}

test.describe('an import', () => {
  test('goes from a file to leads: columns, a row corrected in place, consent, progress, result', {
    tag: '@embedded',
  }, async ({ page, vendor }) => {
    const names = [uniqueName('Ash'), uniqueName('Birch'), uniqueName('Cedar')] as const;
    await signInAs(page, 'Maya Lindqvist');
    await importThree(page, names);
    // The page follows by itself, and ends on the result.
    await expect(page).toHaveURL(/\/result$/, { timeout: 20_000 });
    await expect(page.getByText('3 of 3 rows delivered')).toBeVisible({ timeout: 20_000 });
    for (const name of names) {
      const lead = await vendor.leadOf(name);
      const row = page.getByRole('listitem').filter({ hasText: `${name} Ltd` });
      await expect(row.getByText('Delivered')).toBeVisible();
      await expect(row.getByRole('link')).toHaveAttribute('href', `/leads/${lead.id}`);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('import-result.csv');

    // The same file again: every row is recognised.
    await upload(page, csvOf(names));
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expect(page.getByText('3 rows were sent from an earlier import')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue to sending' })).toHaveCount(0);
  });

  test('a refused row stays with its reason and can be corrected; one that is not sent becomes a draft', async ({
    page,
    vendor,
  }) => {
    const [refused, drafted] = [uniqueName('Dogwood'), uniqueName('Elder')];
    await signInAs(page, 'Maya Lindqvist');
    await upload(page, csvOf([refused]));
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('link', { name: 'Continue to sending' }).click();
    await stateConsent(page);
    // The desk checks by the form it last read, so only the portal knows of the change.
    await vendor.setFaults({ errorRate: 1, onlyRoutes: ['schema'] });
    await vendor.changeField('phone', { required: true });
    await page.getByRole('button', { name: 'Send 1 lead' }).click();
    await expect(page.getByText('0 of 1 rows delivered, 1 rejected')).toBeVisible({ timeout: 20_000 });
    const row = page.getByRole('listitem').filter({ hasText: `${refused} Ltd` });
    await expect(row).toContainText('Rejected');
    await row.getByRole('link', { name: /^Correct/ }).click();
    await expect(page.getByLabel('Last name')).toHaveValue(refused);
    await vendor.changeField('phone', { required: false });
    await vendor.setFaults({ errorRate: 0, onlyRoutes: [] });

    await upload(page, csvOf([drafted], 'Shop'));
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('button', { name: /^Continue as a draft: / }).click();
    await expect(page.getByLabel('Last name')).toHaveValue(drafted);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an import goes the same way', async ({ page, vendor }) => {
    const names = [uniqueName('Gum'), uniqueName('Hazel'), uniqueName('Ivy')] as const;
    await signInAs(page, 'Maya Lindqvist');
    await importThree(page, names);
    await expect(async () => {
      await page.goto(page.url().replace(/\/send$/, '/result'));
      await expect(page.getByText('3 of 3 rows delivered')).toBeVisible();
    }).toPass();
    for (const name of names) await vendor.leadOf(name);
  });

  test('its sheet and the row of its headings can be chosen', { tag: '@rest' }, async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await upload(page, await readFile('tests/files/a11-instructions-first.xlsx'));
    const sheet = page.getByLabel('Sheet', { exact: true });
    const again = page.getByRole('button', { name: 'Read the file again like this' });
    await expect(sheet).toHaveValue('Leads');
    await sheet.selectOption('Instructions');
    await again.click();
    await expect(page.getByLabel('How to fill in this list')).toBeVisible();
    await page.getByText('Headings: row 1').click();
    await page.getByLabel('No row: all are leads').check();
    await again.click();
    await expect(page.getByText('How to fill in this list, Do not delete any column.')).toBeVisible();
    await sheet.selectOption('Leads');
    await again.click();
    await expect(page.getByLabel('Last name')).toHaveValue(/^f\d+$/);
  });
});
