import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';

/** Has a lead refused because of a field in a collapsed section, in plain words, as a portal may answer. */
async function haveRefused(page: Page, vendor: Vendor, lastName: string): Promise<void> {
  await vendor.setShape({ errorBody: 'message' });
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  // The desk validates against the form it last read, so only the portal knows of the change.
  await vendor.setFaults({ errorRate: 1, onlyRoutes: ['schema'] });
  await vendor.changeField('phone', { required: true });
  await page.locator('#lead-form').getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: `${lastName} needs a correction` })).toBeVisible();
}

const unconfirmedIn = (text: string | null) =>
  Number(/(\d+) not confirmed by the portal yet/.exec(text ?? '')?.[1] ?? 0);

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
  const before = unconfirmedIn(await summary.textContent());
  await haveRefused(page, vendor, lastName);

  await page.goto('/leads');
  await expect(summary).toContainText(/\d needs? correction/);
  // Leads of other flows may still be on their way.
  expect(unconfirmedIn(await summary.textContent())).toBeLessThanOrEqual(before);
  await page
    .getByRole('navigation', { name: 'Leads by status' })
    .getByRole('link', { name: 'Needs correction' })
    .click();
  await expect(page).toHaveURL(/show=needs-correction/);
  await expect(page.getByRole('link', { name: lastName })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /leads? needs? correction/ })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByLabel('Search name, email or company').fill(lastName);
  await expect(page).toHaveURL(new RegExp(`q=${lastName}`));
  await expect(page).toHaveURL(/show=needs-correction/);
  await expect(page.getByRole('status').filter({ hasText: '1 lead needs correction' })).toBeVisible();

  await portalAccepts(vendor);
  await page.getByRole('link', { name: lastName }).click();
  await expect(page).toHaveURL(/submissions/);
  const refused = page.url();
  await page.getByRole('link', { name: 'Correct and resubmit' }).click();
  const consent = page.getByRole('radiogroup', { name: 'Agreed to be contacted' });
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expect(consent.getByRole('radio', { checked: true })).toHaveCount(0);
  await consent.getByLabel('Yes').check();
  await page.locator('#lead-form').getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
  await page.goto(refused);
  await expect(page.getByText('It was replaced by a corrected lead.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Correct and resubmit' })).toHaveCount(0);
  await page.getByRole('link', { name: 'View corrected lead' }).click();
  await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
  await page.goto(`/leads?show=needs-correction&q=${lastName}`);
  await expect(page.getByRole('link', { name: lastName })).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a refusal about a collapsed field is linked from the summary and expands it', async ({
      page,
      vendor,
    }) => {
      await signInAs(page, 'Maya Lindqvist');
      await haveRefused(page, vendor, uniqueName('Folded'));
      await page.getByRole('link', { name: 'Correct and resubmit' }).click();
      const link = page
        .getByRole('region', { name: 'There is a problem' })
        .getByRole('link', { name: 'Phone is required.' });
      const phone = page.getByLabel('Phone', { exact: true });
      await expect(phone).toBeVisible();
      await expect(phone).toHaveAttribute('aria-invalid', 'true');
      await link.click();
      await expect(phone).toBeInViewport();
      if (javaScriptEnabled) await expect(phone).toBeFocused();
      await portalAccepts(vendor);
    });
  });
}

const numberIn = (title: string) => Number(/^\((\d+)\) /.exec(title)?.[1] ?? 0);
const correctionsIn = (link: string | null) => Number(/, (\d+) need/.exec(link ?? '')?.[1] ?? 0);

test('titles and the navigation count the leads that need a correction, and follow it live', async ({
  page,
  vendor,
  openAs,
}) => {
  const lastName = uniqueName('Counted');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const before = numberIn(await page.title());
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const leadsLink = navigation.getByRole('link', { name: /^Leads/ });
  const corrections = correctionsIn(await leadsLink.textContent());
  await haveRefused(page, vendor, lastName);
  await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) ${lastName} – Leads – `));
  await expect(leadsLink).toHaveAttribute('aria-current', 'page');
  const refused = new URL(page.url()).pathname;
  await page.goto('/leads');
  await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) Leads – `));
  const count = new RegExp(`^Leads.*\\b${corrections + 1} needs? (a )?correction`);
  await expect(navigation.getByRole('link', { name: count })).toBeVisible();

  await portalAccepts(vendor);
  const elsewhere = await openAs('Maya Lindqvist');
  await elsewhere.goto(refused);
  await elsewhere.getByRole('link', { name: 'Correct and resubmit' }).click();
  await elsewhere.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes').check();
  await elsewhere.locator('#lead-form').getByRole('button', { name: 'Submit lead' }).click();
  await expect(elsewhere.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
  await expect.poll(async () => numberIn(await page.title())).toBe(before);
  await expect(navigation.getByRole('link', { name: count })).toHaveCount(0);
});
