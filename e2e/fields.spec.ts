import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { confirm } from './confirm';
import { expect, readFormAgain, signInAs, test, uniqueName } from './fixtures';
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
  await expect(admin.getByText('Saved. Everyone sees it the next time a page loads')).toBeVisible();
}

/** Resets what the flow set, so that the next one starts from the portal's own form. */
async function recall(admin: Page, fieldId: string): Promise<void> {
  await openField(admin, fieldId);
  await confirm(admin, 'Reset everything', 'Reset “');
  await expect(admin.getByText('Reset to the portal’s version.')).toBeVisible();
}

test.describe('the admin’s page about the form', () => {
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

    const lastName = uniqueName('Alder');
    await fillRequired(page, lastName);
    await group.getByLabel(name).fill('Gold');
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    const lead = await vendor.leadOf(lastName);
    expect(lead.customFields[fieldId]).toBe('Gold');
    await page.goto(`/leads/${lead.id}`);
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible();

    await recall(admin, fieldId);
    await page.goto('/leads/new');
    await page.getByText('More details').click();
    await expect(page.getByLabel(label)).toBeVisible();
  });

  test('a status’s custom name and tone are used everywhere', { tag: '@rest' }, async ({
    page,
    openAs,
    vendor,
  }) => {
    const lastName = uniqueName('Cedar');
    const status = uniqueName('stage_');
    const [made] = await createFamily(vendor, lastName, ['Noor']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await vendor.changeLead(made?.id ?? '', { status });
    await expect(page.getByRole('row', { name: lastName })).toContainText(status);

    const admin = await openAs('Robin Hale');
    await admin.goto('/admin/fields?part=statuses');
    const listed = admin.getByRole('listitem').filter({ hasText: status });
    const name = uniqueName('With legal ');
    await listed.getByRole('textbox', { name: 'English', exact: true }).fill(name);
    await listed.getByLabel('Color').selectOption('Needs attention');
    await listed.getByText('What agents read').click();
    const english = listed.getByRole('group', { name: 'English' });
    await english.getByLabel('What it means').fill('Our lawyers read the contract.');
    await save(admin);

    await page.reload();
    await expect(page.getByRole('row', { name: lastName })).toContainText(name);
    await expect(page.getByRole('navigation', { name: /status/i }).getByText(name)).toBeVisible();
    await page.getByRole('link', { name: `Noor ${lastName}` }).click();
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(page.getByText('Our lawyers read the contract.')).toBeVisible();

    await listed.getByRole('textbox', { name: 'English', exact: true }).fill('');
    await english.getByLabel('What it means').fill('');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(listed).not.toContainText(name);
    await page.reload();
    await expect(page.getByText(status).first()).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
  });
});
