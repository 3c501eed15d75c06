import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { expectAccepted } from './submitting';

/** Has a lead refused because of one field, in plain words, as a portal may answer. */
async function haveRefused(page: Page, vendor: Vendor, lastName: string): Promise<void> {
  await vendor.setShape({ errorBody: 'message' });
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  // The desk validates against the form it last read, so only the portal knows of the change.
  await vendor.setFaults({ errorRate: 1, onlyRoutes: ['schema'] });
  await vendor.changeField('phone', { required: true });
  await page.locator('#lead-form').getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /needs a correction$/ })).toBeVisible();
}

const onTheirWayIn = (text: string | null) => Number(/(\d+) being sent/.exec(text ?? '')?.[1] ?? 0);

/** With a test portal's banner above all, the leads themselves begin on the first screen. */
async function expectFirstRowAbove(page: Page, size: { width: number; height: number }, top: number) {
  await page.setViewportSize(size);
  await page.evaluate(() => window.scrollTo(0, 0));
  const row = await page.locator('tbody tr').first().boundingBox();
  expect(row?.y, `at ${size.width} px`).toBeLessThanOrEqual(top);
}

async function portalAccepts(vendor: Vendor): Promise<void> {
  await vendor.changeField('phone', { required: false });
  await vendor.setFaults({ errorRate: 0, onlyRoutes: [] });
}

test('a refused lead has its own section, count and filter until it is corrected', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Refused');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const summary = page.getByRole('status').filter({ hasText: 'newest first' });
  await expect(summary).toContainText('page 1');
  const before = onTheirWayIn(await summary.textContent());
  await haveRefused(page, vendor, lastName);

  await page.goto('/leads');
  await expectFirstRowAbove(page, { width: 1440, height: 900 }, 330);
  await expectFirstRowAbove(page, { width: 360, height: 740 }, 380);
  await page.setViewportSize({ width: 1280, height: 720 });
  // Leads of other flows may still be on their way.
  expect(onTheirWayIn(await summary.textContent())).toBeLessThanOrEqual(before);
  await page
    .getByRole('navigation', { name: 'Leads by status' })
    .getByRole('link', { name: 'Needs correction' })
    .click();
  await expect(page).toHaveURL(/show=needs-correction/);
  await expect(page.getByRole('rowheader', { name: lastName }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /leads? needs? correction/ })).toBeVisible();
  await page.reload();
  await page.getByLabel('Search name, email or company').fill(lastName);
  await expect(page).toHaveURL(new RegExp(`q=${lastName}`));
  await expect(page).toHaveURL(/show=needs-correction/);
  await expect(page.getByRole('status').filter({ hasText: '1 lead needs correction' })).toBeVisible();

  await portalAccepts(vendor);
  await page.getByRole('rowheader', { name: lastName }).getByRole('link').first().click();
  await expect(page).toHaveURL(/submissions/);
  const refused = page.url();
  await expect(page.getByRole('link', { name: 'Correct and resubmit' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^Correct: / }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Correct / })).toBeVisible();
  await expect(page.locator('nav a[aria-current=page]')).toHaveText(/^Leads/);
  await expect(page.getByText(/^The portal said: .*Phone/)).toBeVisible();
  await expect(page.locator('[aria-labelledby=problem-heading]')).toBeFocused();
  const correction = page.url();
  const consent = page.getByRole('radiogroup', { name: 'Agreed to be contacted' });
  await expect(consent).toHaveAccessibleDescription(/consents aren’t copied/);
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expect(consent.getByRole('radio', { checked: true })).toHaveCount(0);
  await consent.getByLabel('Yes').check();
  await page.getByRole('button', { name: 'Resubmit' }).click();
  await expectAccepted(page, lastName);
  await page.goto(correction);
  const notice = page.getByRole('region', { name: `${lastName} was already corrected and resubmitted` });
  await expect(notice).toBeFocused();
  await expect(notice.getByRole('link', { name: 'View that lead' })).toBeVisible();
  await page.goto(refused);
  await expect(page.getByText('It was replaced by a corrected lead.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Correct and resubmit' })).toHaveCount(0);
  await page.getByRole('link', { name: 'View corrected lead' }).click();
  await expectAccepted(page, lastName);
  await page.goto(`/leads?show=needs-correction&q=${lastName}`);
  await expect(page.getByRole('link', { name: lastName })).toHaveCount(0);
});
