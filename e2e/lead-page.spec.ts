import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, leadNamed } from './lead-form';
import { openLead } from './lead-list';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a lead page shows who, how it stands and what it is worth, and copies its address and its ID', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Hazel');
  const lead = await vendor.createLead({ ...leadNamed(lastName), status: 'pending' });
  await signInAs(page, 'Maya Lindqvist');
  await openLead(page, lead.id);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Alder');
  await expect(main.getByText(`Dot ${lastName}`, { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Value: €1,000')).toBeVisible();
  await expect(main.getByText('Agent: Maya Lindqvist')).toBeVisible();
  await expect(factOf(page, 'Waiting')).toBeVisible();

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  expect(await readClipboard(page)).toBe(page.url());
  await page.getByRole('button', { name: 'Copy lead ID' }).click();
  await expect.poll(() => readClipboard(page)).toBe(lead.id);

  await vendor.changeLead(lead.id, { status: 'won' });
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toContainText(/won/i);
  await expect(factOf(page, 'Waiting')).toHaveCount(0);
});

test('a lead and its receipt print on one page', async ({ page, vendor }) => {
  const lastName = uniqueName('Myrtle');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect(await pagesOf(page)).toBe(1);
  const lead = await vendor.leadOf(lastName);
  await openLead(page, lead.id);
  expect(await pagesOf(page)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Details', 'History', 'Receipt']) {
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByText(/not answered/)).toBeHidden();
});

const factOf = (page: Page, term: string) => page.getByRole('term').filter({ hasText: term });

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** How many pages of A4 paper this page fills. */
async function pagesOf(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'A4' })).toString('latin1');
  return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
