import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { confirm } from './confirm';
import { expect, expectAccessible, readFormAgain, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { createFamily, openFamily } from './lead-list';
import type { StackUrls } from './stacks';

/** An optional field for one flow only, so that parallel flows see their form unchanged. */
async function addOwnField(vendor: Vendor, stack: StackUrls, stem: string) {
  const field = await vendor.addField({ label: uniqueName(stem), type: 'text' });
  await readFormAgain(stack);
  return field;
}

async function openField(admin: Page, fieldId: string): Promise<void> {
  await admin.goto(`/admin/fields?field=${encodeURIComponent(fieldId)}`);
}

async function save(admin: Page): Promise<void> {
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Saved. Takes effect on the next page load')).toBeVisible();
}

/** Resets what the flow set, so that the next one starts from the portal's own form. */
async function takeBack(admin: Page, fieldId: string): Promise<void> {
  await openField(admin, fieldId);
  await confirm(admin, 'Reset everything', 'Reset “');
  await expect(admin.getByText('Reset to the portal’s version.')).toBeVisible();
}

test.describe('the admin’s page about the form', () => {
  // axe reads every element four times.
  test.describe.configure({ timeout: 120_000 });

  test('a field the vendor just added is listed as received and appears in the history', async ({
    openAs,
    vendor,
    stack,
  }) => {
    const { label, fieldId } = await addOwnField(vendor, stack, 'Seats ');
    const admin = await openAs('Robin Hale');
    await admin.goto('/admin');
    const adminPages = admin.getByRole('navigation', { name: 'Admin pages' });
    await adminPages.getByRole('link', { name: 'Lead form', exact: true }).click();
    const row = admin.getByRole('row').filter({ hasText: fieldId });
    await expect(row).toContainText(label);
    await expect(row).toContainText('Text');
    await expect(row).toContainText('As in the portal');
    for (const width of [320, 1280]) {
      await admin.setViewportSize({ width, height: 900 });
      await expectAccessible(admin);
      expect(
        await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
    await admin.getByRole('link', { name: 'History' }).click();
    await expect(admin.getByText(`“${label}” was added (Text, optional).`)).toBeVisible();
    await expectAccessible(admin);
  });

  test('a field’s custom name, help and heading appear in the agent’s form, and can be removed', async ({
    page,
    openAs,
    vendor,
    stack,
  }) => {
    const { label, fieldId } = await addOwnField(vendor, stack, 'Tier ');
    const name = uniqueName('Service level ');
    const heading = uniqueName('About the deal ');
    const admin = await openAs('Robin Hale');
    await openField(admin, fieldId);
    await expectAccessible(admin);
    await admin.getByLabel('Label', { exact: true }).fill(name);
    await admin.getByLabel('Help text, shown below the label').fill('Ask what they pay for today.');
    await admin.getByLabel('Heading').fill(heading);
    await save(admin);

    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await page.getByText('More details').click();
    const group = page.getByRole('region', { name: heading });
    await expect(group.getByLabel(name)).toHaveAccessibleDescription('Ask what they pay for today.');
    await expect(page.getByLabel(label)).toHaveCount(0);
    await expectAccessible(page);

    const lastName = uniqueName('Alder');
    await fillRequired(page, lastName);
    await group.getByLabel(name).fill('Gold');
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    const lead = await vendor.leadOf(lastName);
    expect(lead.customFields[fieldId]).toBe('Gold');
    await page.goto(`/leads/${lead.id}`);
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible();

    await takeBack(admin, fieldId);
    await page.goto('/leads/new');
    await page.getByText('More details').click();
    await expect(page.getByLabel(label)).toBeVisible();
  });

  test('a hidden field is not in the form, and reappears once the portal requires it', async ({
    page,
    openAs,
    vendor,
    stack,
  }) => {
    const { label, fieldId } = await addOwnField(vendor, stack, 'Margin ');
    const admin = await openAs('Robin Hale');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await page.getByText('More details').click();
    await page.getByLabel(label).fill('Typed before it was left out');

    await openField(admin, fieldId);
    await admin.getByLabel('Hide this field').check();
    await save(admin);

    const lastName = uniqueName('Birch');
    await fillRequired(page, lastName);
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    const lead = await vendor.leadOf(lastName);
    expect(lead.customFields[fieldId]).toBe('Typed before it was left out');

    await page.goto('/leads/new');
    await expect(page.getByLabel('Last name')).toBeVisible();
    await expect(page.getByLabel(label)).toHaveCount(0);

    await vendor.changeField(fieldId, { required: true });
    await readFormAgain(stack);
    await page.reload();
    await expect(page.getByLabel(label)).toBeVisible();
    await admin.goto('/admin/fields');
    await expect(admin.getByText(`“${label}” was hidden and is shown again`).first()).toBeVisible();
    await takeBack(admin, fieldId);
  });

  test('a role belongs to the field it was chosen for last, and to no hidden one', async ({
    openAs,
    vendor,
    stack,
  }) => {
    const first = await addOwnField(vendor, stack, 'Heard ');
    const second = await addOwnField(vendor, stack, 'Found ');
    const admin = await openAs('Robin Hale');
    const usedAs = admin.getByLabel('Used as');
    await openField(admin, first.fieldId);
    await usedAs.selectOption('Expected close');
    await save(admin);
    await openField(admin, second.fieldId);
    await usedAs.selectOption('Expected close');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      admin.getByText(`Saved. “${first.label}” is no longer used as “Expected close”`),
    ).toBeVisible();
    await admin.getByLabel('Hide this field').check();
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(admin.getByText('A hidden field can’t be used as “Expected close”.')).toBeVisible();
    await openField(admin, second.fieldId);
    await expect(usedAs.getByRole('option', { selected: true })).toHaveText('Expected close');
    await openField(admin, first.fieldId);
    await expect(usedAs.getByRole('option', { selected: true })).toHaveText(/guessed/);
    await takeBack(admin, second.fieldId);
  });

  test('a field moves by a step and by a number, and agents see the new order', async ({
    page,
    openAs,
    vendor,
    stack,
  }) => {
    const { label, fieldId } = await addOwnField(vendor, stack, 'Region ');
    await vendor.changeField(fieldId, { required: true });
    await readFormAgain(stack);
    const admin = await openAs('Robin Hale');
    await openField(admin, fieldId);
    await admin.getByLabel('Position', { exact: true }).fill('1');
    await admin.getByRole('button', { name: 'Move' }).click();
    await expect(admin.getByText('Moved to position 1.')).toBeVisible();

    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    const firstLabel = page.getByRole('main').locator('form label').first();
    await expect(firstLabel).toContainText(label);

    await admin.goto('/admin/fields');
    await admin.getByRole('button', { name: `Move “${label}” down` }).click();
    await expect(admin.getByText('Moved to position 2.')).toBeVisible();
    await takeBack(admin, fieldId);
  });

  test('two admins who change the same field: the second sees what the first wrote', async ({
    openAs,
    vendor,
    stack,
  }) => {
    const { fieldId } = await addOwnField(vendor, stack, 'Shared ');
    const [one, two] = [await openAs('Robin Hale'), await openAs('Robin Hale')];
    await openField(one, fieldId);
    await openField(two, fieldId);
    await one.getByLabel('Label', { exact: true }).fill('First words');
    await save(one);
    await two.getByLabel('Label', { exact: true }).fill('Second words');
    await two.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(two.getByText('after you opened this page: First words')).toBeVisible();
    await takeBack(one, fieldId);
  });

  test('a status’s custom name and tone are used everywhere', async ({ page, openAs, vendor }) => {
    const lastName = uniqueName('Cedar');
    const status = uniqueName('stage_');
    const [made] = await createFamily(vendor, lastName, ['Noor']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await vendor.changeLead(made?.id ?? '', { status });
    await expect(page.getByRole('row', { name: lastName })).toContainText(status);

    const admin = await openAs('Robin Hale');
    await admin.goto('/admin/fields?part=statuses');
    const card = admin.getByRole('article').filter({ hasText: status });
    await expect(card).toContainText('no name yet');
    await expectAccessible(admin);
    const name = uniqueName('With legal ');
    await card.getByLabel('Name').fill(name);
    await card.getByRole('radio', { name: 'Needs attention' }).check();
    await card.getByRole('button', { name: `Save “${status}”` }).click();
    await expect(card.getByText('Saved.')).toBeVisible();

    await page.reload();
    await expect(page.getByRole('row', { name: lastName })).toContainText(name);
    await expect(page.getByRole('navigation', { name: /status/i }).getByText(name)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Status' }).getByRole('option', { name })).toHaveCount(1);
    await page.getByRole('link', { name: `Noor ${lastName}` }).click();
    await expect(page.getByText(name).first()).toBeVisible();

    await card.getByRole('button', { name: `Reset “${status}”` }).click();
    await expect(card).toContainText('no name yet');
    await page.reload();
    await expect(page.getByText(status).first()).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an admin names a field and moves it', async ({ page, vendor, stack }) => {
    const { fieldId } = await addOwnField(vendor, stack, 'Plain ');
    await signInAs(page, 'Robin Hale');
    await openField(page, fieldId);
    await page.getByLabel('Label', { exact: true }).fill('Plain words');
    await save(page);
    await expect(page.getByRole('heading', { name: 'Plain words' })).toBeVisible();
    await page.getByLabel('Position', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('Moved to position 2.')).toBeVisible();
    await takeBack(page, fieldId);
  });
});
