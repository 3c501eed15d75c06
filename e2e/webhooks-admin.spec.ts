import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { MAYA } from './lead-list';

const cardOf = (page: Page, topic: string) => page.getByRole('article', { name: topic });

async function enterLead(vendor: Vendor, lastName: string) {
  const company = { companyName: 'Alder', consent: true };
  const email = `${lastName.toLowerCase()}@example.com`;
  return vendor.createLead({ ...MAYA, lastName, email, platform: 'web-store', customFields: company });
}

const topicsOf = async (vendor: Vendor) =>
  (await vendor.listSubscriptions()).map(({ topic }) => topic).toSorted();
const ALL = ['lead/create', 'lead/delete', 'lead/update'];

test('an admin rotates a subscription, and changes still arrive live', async ({ page, openAs, vendor }) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const lead = await enterLead(vendor, uniqueName('Elder'));
  const row = page.getByRole('row', { name: lead.lastName });
  await expect(row).toContainText('Pending');
  const before = await vendor.listSubscriptions();

  const admin = await openAs('Robin Hale');
  await admin.goto('/admin');
  await admin
    .getByRole('navigation', { name: 'Admin pages' })
    .getByRole('link', { name: 'Webhooks' })
    .click();
  const card = cardOf(admin, 'lead/update');
  await expect(card).toContainText('Live');
  await admin.getByRole('button', { name: 'Rotate “Lead changed”' }).dblclick();
  // The second text is for a portal that takes more than three seconds.
  await expect(
    admin.getByText(
      /both addresses are valid until the new one has received a delivery|will change as soon as the portal has answered/,
    ),
  ).toBeVisible();
  await expect(async () => {
    await admin.reload();
    await expect(card).toContainText('Rotating', { timeout: 1_000 });
  }).toPass();
  expect(await topicsOf(vendor)).toEqual([...ALL, 'lead/update'].toSorted());

  await vendor.changeLead(lead.id, { status: 'won' });
  await expect(row).toContainText('Won');
  await expect.poll(() => topicsOf(vendor)).toEqual(ALL);
  const after = (await vendor.listSubscriptions()).find(({ topic }) => topic === 'lead/update');
  expect(before.map(({ id }) => id)).not.toContain(after?.id);
  await admin.reload();
  await expect(card).toContainText('Live');
  await expect(card).toContainText('to the old address are accepted until');
});

test('an admin deletes a subscription and creates it again', async ({ openAs, vendor }) => {
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/webhooks');
  const card = cardOf(admin, 'lead/delete');
  const open = card.getByRole('button', { name: 'Delete the subscription “Lead deleted”' });
  const dialog = admin.getByRole('dialog', { name: 'Delete the subscription “Lead deleted”?' });
  await open.click();
  await expectAccessible(admin);
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('show up only when all leads are compared');
  await expect.poll(() => topicsOf(vendor)).toEqual(['lead/create', 'lead/update']);
  await admin.goto('/admin');
  const row = admin.getByRole('row', { name: /^Webhooks/ });
  await expect(row).toContainText('2 of 3 subscriptions are live');
  await expect(row).toContainText('lead/delete: deleted by an admin');
  await expect(admin.getByText(/\d+ things? needs? attention$/)).toBeVisible();

  await row.getByRole('link', { name: 'Open Webhooks' }).click();
  await card.getByRole('button', { name: 'Create again: Lead deleted' }).click();
  await expect(card).toContainText('Live');
  await expect.poll(() => topicsOf(vendor)).toEqual(ALL);
});

test('an admin sees a lead that could not be stored, why and what to do, and all others continue', async ({
  page,
  openAs,
  vendor,
}) => {
  // axe reads every element four times.
  test.setTimeout(60_000);
  const lead = await enterLead(vendor, uniqueName('Rowan'));
  const other = await enterLead(vendor, uniqueName('Aspen'));
  const tooLong = Array.from({ length: 300 }, () => crypto.randomUUID()).join('');
  await vendor.changeLead(lead.id, { status: tooLong });
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/webhooks');
  const row = admin.getByRole('table', { name: 'Leads we couldn’t save' }).getByRole('row');
  const theirs = row.filter({ hasText: lead.id });
  await expect(async () => {
    await admin.reload();
    await expect(theirs).toContainText('A value is too long', { timeout: 1_000 });
  }).toPass();
  await expectAccessible(admin);
  await admin.goto('/admin');
  const overview = admin.getByRole('row', { name: /^Leads/ });
  await expect(overview).toContainText('1 lead couldn’t be saved here');

  await vendor.changeLead(other.id, { status: 'won' });
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: other.lastName })).toContainText('Won');

  await vendor.changeLead(lead.id, { status: 'lost' });
  await overview.getByRole('link').click();
  await expect(async () => {
    await admin.reload();
    await expect(theirs).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});

test('an admin sees the outcome of deliveries, and has a lead read again', async ({ openAs, vendor }) => {
  // axe reads every element four times.
  test.setTimeout(60_000);
  const lead = await enterLead(vendor, uniqueName('Hazel'));
  await vendor.sendRaw('lead/create', '{"odd":"\u001b[31m<b>bytes</b>"}');
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/webhooks');
  const deliveries = admin.getByRole('region', { name: 'Deliveries' });
  const filters = admin.getByRole('form', { name: 'Filter deliveries' });
  await filters.getByLabel('Lead ID').fill(lead.id);
  await filters.getByRole('button', { name: 'Apply' }).click();
  const row = deliveries.getByRole('row').filter({ hasText: lead.id });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Lead created');
  await expect(async () => {
    await admin.reload();
    await expect(row).toContainText('Last read', { timeout: 1_000 });
  }).toPass();
  await expect(admin.getByRole('table', { name: 'Valid signature, unrecognized content' })).toContainText(
    '{"odd":"\\x1b[31m<b>bytes</b>"}',
  );
  await expectAccessible(admin);

  await row.getByRole('button', { name: `Re-check lead ${lead.id}` }).click();
  await expect(row).toContainText(`Lead ${lead.id} was read.`);
  await filters.getByLabel('Outcome').selectOption('Can’t be read');
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(deliveries).toContainText('No matching deliveries');

  const checks = admin.getByRole('region', { name: 'Check leads now' });
  await checks.getByLabel('Lead ID').fill('no-such-lead');
  await checks.getByRole('button', { name: 'Re-check this lead' }).click();
  await expect(checks).toContainText('The portal has no lead no-such-lead.');
  await checks.getByLabel('Lead ID').fill('Ada Lovelace');
  await checks.getByRole('button', { name: 'Re-check this lead' }).click();
  await expect(checks).toContainText('Nothing was checked: this isn’t a lead ID.');
  await checks.getByRole('button', { name: 'Compare everything now' }).click();
  await expect(checks).toContainText('Comparing all leads');
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    const over = await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  }
});

test.describe('without JavaScript', () => {
  test('an admin rotates, and finishes the rotation by hand', async ({ openAs, vendor }) => {
    const admin = await openAs('Robin Hale', { javaScriptEnabled: false });
    await admin.goto('/admin/webhooks');
    const card = cardOf(admin, 'lead/delete');
    await card.getByRole('button', { name: 'Rotate' }).click();
    await expect(card).toContainText('Rotating');
    await card.getByRole('button', { name: 'Finish rotation now: Lead deleted' }).click();
    await expect(admin.getByText('The rotation of lead/delete is finished.')).toBeVisible();
    await expect(card).toContainText('Live');
    await expect.poll(() => topicsOf(vendor)).toEqual(ALL);
  });
});

test.describe('a partner', () => {
  test.use({ expectedInConsole: [/404/] });

  test('gets no page about webhooks', async ({ openAs }) => {
    const partner = await openAs('Ines Carvalho');
    expect((await partner.goto('/admin/webhooks'))?.status()).toBe(404);
  });
});
