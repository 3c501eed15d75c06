import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { leadNamed } from './lead-form';
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

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  expect(await readClipboard(page)).toBe(page.url());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy lead ID' }).click();
  await expect.poll(() => readClipboard(page)).toBe(lead.id);

  await vendor.changeLead(lead.id, { status: 'won' });
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toHaveText(/^from Pending\s+to\s+→\s+Won · portal · /);
  await expect(factOf(page, 'Waiting')).toHaveCount(0);
});

const factOf = (page: Page, term: string) => page.getByRole('term').filter({ hasText: term });

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
