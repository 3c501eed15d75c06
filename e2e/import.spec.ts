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
  await choose(page, buffer);
}

/** Chooses a file: it is uploaded at once, and without scripts by a button. */
async function choose(page: Page, buffer: Buffer): Promise<void> {
  await page
    .getByLabel(/CSV or XLSX file/)
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer });
  const button = page.getByRole('button', { name: 'Upload file' });
  if (await button.isVisible()) await button.click();
}

async function stateConsent(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: /agreed\?/ })
    .getByLabel('Yes')
    .check();
}

/** The whole way of a file with one wrong row, from the list of leads to the result. */
async function importThree(page: Page, names: readonly [string, string, string]): Promise<void> {
  const [first, second, third] = names;
  const bytes = csvOf([first, second, third]).toString().replace(`${second}@firm.example`, 'no address');
  await page.goto('/leads');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import leads' })).toBeVisible();
  await choose(page, Buffer.from(bytes));

  await expect(page.getByRole('heading', { level: 1, name: 'Match the columns' })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(/^f\d+$/);
  const leftOut = page.getByRole('list', { name: '1 column isn’t imported' }).getByRole('listitem');
  await expect(leftOut).toContainText('43');
  await expect(leftOut.getByLabel('Shoe size')).toHaveValue('');
  await page.getByRole('button', { name: 'Check the rows' }).click();

  await expect(page.getByText('2 leads are ready to be sent')).toBeVisible();
  const wrong = page.getByRole('row').filter({ hasText: `Row 3: ${second} Ltd` });
  await expect(wrong.getByLabel('Email')).toHaveValue('no address');
  await wrong.getByLabel('Email').fill('still none');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(wrong.getByText('In the file: no address')).toBeVisible();
  await expect(wrong.getByLabel('Email')).toHaveValue('still none');
  await wrong.getByLabel('Email').fill(`${second}@firm.example`);
  await page.getByRole('button', { name: 'Save and continue' }).click();

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

    await upload(page, Buffer.from('"Last name'));
    await expect(page.getByText('A closing quotation mark is missing.')).toBeFocused();

    // The same file again: every row is recognised.
    await upload(page, csvOf(names));
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expect(page.getByText('3 rows were sent in an earlier import')).toBeVisible();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText('No leads are ready to be sent.')).toBeVisible();
  });

  test('of twenty rows with three problems is sent with eight clicks', async ({ page, vendor }) => {
    const names = Array.from({ length: 20 }, (_, n) => uniqueName(`Fir${n}`));
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    // Three of them say "Webshop", which no choice is called.
    const rows = csvOf(names).toString().split('\r\n');
    const three = rows.map((row, n) => (n > 17 ? row.replace('Web store', 'Webshop') : row));
    await choose(page, Buffer.from(three.join('\r\n')));
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expect(page.getByText('In the file: Webshop')).toHaveCount(3);
    const platforms = page.getByLabel('Platform');
    await platforms.first().selectOption({ label: 'Web store' });
    await page.getByLabel('Use for all 3 cells with “Webshop”').check();
    await expect(platforms.last(), 'the others of the page follow').toHaveValue('web-store');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await stateConsent(page);
    await page.getByRole('button', { name: 'Send 20 leads' }).click();
    await page.getByRole('link', { name: 'Go to the 20 leads' }).click({ timeout: 30_000 });
    await expect(page).toHaveURL(/\/leads\?import=/);
    await expect(page.getByRole('row', { name: 'Fir' })).toHaveCount(20);
    await page.getByRole('link', { name: 'Remove filter: Import: leads.csv' }).click();
    await expect(page).toHaveURL(/\/leads$/);
    for (const name of names.slice(-3))
      expect(await vendor.leadOf(name)).toMatchObject({ platform: 'web-store' });
  });

  test('a refused row stays with its reason and can be corrected; one that is not sent becomes a draft', async ({
    page,
    vendor,
  }) => {
    const [refused, drafted] = [uniqueName('Dogwood'), uniqueName('Elder')];
    await signInAs(page, 'Maya Lindqvist');
    await upload(page, csvOf([refused]));
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('button', { name: 'Save and continue' }).click();
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

  test('an import goes the same way', { tag: '@rest' }, async ({ page, vendor }) => {
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
    const again = page.getByRole('button', { name: 'Apply' });
    await expect(sheet).toHaveValue('Leads');
    await sheet.selectOption('Instructions');
    await again.click();
    await expect(page.getByLabel('How to fill in this list')).toBeVisible();
    await page.getByLabel('Row with the headings').selectOption('none');
    await again.click();
    await expect(page.getByText('How to fill in this list, Do not delete any column.')).toBeVisible();
    await sheet.selectOption('Leads');
    await again.click();
    await expect(page.getByLabel('Last name')).toHaveValue(/^f\d+$/);
  });
});
