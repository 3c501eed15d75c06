import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, openFamily } from './lead-list';

async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

const rowsOf = (csv: Buffer): string[][] => parse(csv, { bom: true });

test('an agent takes the filtered list along, as a workbook or as text', async ({ page, vendor }) => {
  const lastName = uniqueName('Taken');
  await createFamily(vendor, lastName, ['Ann', 'Bea']);
  await signInAs(page, 'Maya Lindqvist');
  await expect(async () => openFamily(page, lastName, 2)).toPass();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('link', { name: 'Export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Export leads' })).toBeVisible();
  await expect(page.getByText('2 leads, as filtered')).toBeVisible();

  // What is in a workbook is read by `workbook.test.ts`.
  const workbook = await download(page);
  expect(workbook.name).toBe('leads.xlsx');
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');

  await page.getByLabel('CSV', { exact: true }).check();
  const shown = await download(page);
  expect(shown.name).toBe('leads.csv');
  const people = rowsOf(shown.bytes).map(([, person]) => person);
  expect(people).toEqual(['Person', `Bea ${lastName}`, `Ann ${lastName}`]);

  await page.getByLabel('All answers').check();
  const [head = [], first = []] = rowsOf((await download(page)).bytes);
  expect(first[head.indexOf('Last name')]).toBe(lastName);
  expect(first[head.indexOf('First name')]).toBe('Bea');

  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads\\?q=${lastName}$`));
});
