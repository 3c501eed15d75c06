import type { Locator, Page } from '@playwright/test';
import { expect, readFormAgain, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, leadNamed, openEdit } from './lead-form';
import { openLead } from './lead-list';

const labelsIn = async (group: Locator) =>
  (await group.locator('label, legend').allTextContents()).map((text) => text.replace(' (required)', ''));

test('the form has two groups, names and company in view, and the consent at the end', async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  const who = page.getByRole('region', { name: 'Who', exact: true });
  const opportunity = page.getByRole('region', { name: 'The opportunity' });
  expect(await labelsIn(who)).toEqual(['First name', 'Last name', 'Email', 'Phone', 'Company', 'Website']);
  await expect(opportunity.getByRole('radiogroup', { name: 'Platform' })).toBeVisible();
  await expect(opportunity.getByLabel('Deal value')).toBeVisible();
  await expect(page.locator('#lead-form fieldset').last()).toHaveAccessibleName(/Agreed to be contacted/);
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/leads');

  const [first, last] = [page.getByLabel('First name'), page.getByLabel('Last name')];
  expect((await first.boundingBox())?.y).toBe((await last.boundingBox())?.y);
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the rail follows what is typed, chosen and cleared, and leads to what is missing', async ({
    page,
  }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await formReady(page);
    const rail = page.getByRole('region', { name: 'What will be sent' });
    await expect(rail.getByRole('link')).toHaveText([
      'Last name',
      'Email',
      'Company',
      'Platform',
      'Agreed to be contacted',
    ]);
    await page.getByLabel('First name').pressSequentially('Nora');
    const lastName = uniqueName('Alder');
    await fillRequired(page, lastName);
    await expect(lineOf(rail, 'Company')).toHaveText('Alder Logistics');
    await expect(lineOf(rail, 'Person')).toHaveText(`Nora ${lastName}`);
    await expect(lineOf(rail, 'Answers')).toHaveText(/^6 of \d+$/);
    await expect(rail.getByText('Nothing required is missing.')).toBeVisible();

    await page.getByLabel('Company').fill('');
    await rail.getByRole('link', { name: 'Company' }).click();
    await expect(page.getByLabel('Company')).toBeFocused();
  });

  test('the rail of an edit names the changed fields, and those of the restored draft', async ({
    page,
    vendor,
  }) => {
    const lead = await vendor.createLead(leadNamed(uniqueName('Sallow')));
    await signInAs(page, 'Maya Lindqvist');
    await openEdit(page, lead.id, 'Alder');
    const rail = page.getByRole('region', { name: 'What will be saved' });
    await expect(rail.getByText('Nothing changed yet.')).toBeVisible();
    await page.getByLabel('Deal value').fill('2000');
    await expect(rail.getByRole('link')).toHaveText(['Deal value']);
    await page.reload();
    await expect(rail.getByRole('link')).toHaveText(['Deal value']);
    await page.getByRole('button', { name: 'Discard and start over' }).click();
    await expect(rail.getByText('Nothing changed yet.')).toBeVisible();
  });
});

test('below 1,120 px there is no rail', async ({ page }) => {
  await page.setViewportSize({ width: 1119, height: 800 });
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await expect(page.getByRole('region', { name: 'What will be sent' })).toBeHidden();
  await page.setViewportSize({ width: 1120, height: 800 });
  await expect(page.getByRole('region', { name: 'What will be sent' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('a lead page has the answers under the headings of the form, with the admin’s own', async ({
  page,
  openAs,
  vendor,
  stack,
}) => {
  const heading = uniqueName('Next steps ');
  const admin = await openAs('Robin Hale');
  await nameHeading(admin, heading);
  const lead = await vendor.createLead({
    ...leadNamed(uniqueName('Rowan')),
    customFields: { ...leadNamed('').customFields, notes: 'Call in May' },
  });
  await readFormAgain(stack);
  await signInAs(page, 'Maya Lindqvist');
  await openLead(page, lead.id);
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByRole('heading', { level: 3 }).filter({ visible: true })).toHaveText([
    'Who',
    'The opportunity',
    heading,
  ]);
  await expect(details.getByText(/\d+ not answered/)).toBeVisible();
  await nameHeading(admin, '');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });

  test('the rail lists what is required, and what was typed once it came back with errors', async ({
    page,
  }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    const rail = page.getByRole('region', { name: 'What will be sent' });
    await expect(rail.getByRole('heading', { name: 'Required' })).toBeVisible();
    await expect(rail.getByRole('link')).toHaveCount(5);
    await page.getByLabel('Last name').fill('Reed');
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(rail.getByRole('link')).toHaveText([
      'Email',
      'Company',
      'Platform',
      'Agreed to be contacted',
    ]);
  });
});

const lineOf = (rail: Locator, term: string) =>
  rail.locator('dl > div').filter({ hasText: term }).getByRole('definition');

/** Sets the heading of the field "Notes"; '' for none. */
async function nameHeading(admin: Page, heading: string): Promise<void> {
  await admin.goto('/admin/fields?field=notes');
  await admin.getByLabel('Heading').fill(heading);
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Saved. Takes effect on the next page load')).toBeVisible();
}
