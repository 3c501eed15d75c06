import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect, signInAs, test, uniqueName } from './fixtures';
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

test('an admin rotates a subscription, and changes still arrive live', { tag: '@rest' }, async ({
  page,
  openAs,
  vendor,
}) => {
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
  await admin.getByRole('button', { name: 'Rotate: Lead changed' }).dblclick();
  // Of the second press, or for a portal that takes more than three seconds.
  await expect(
    admin.getByText(
      /both addresses are valid until the new one has received a delivery|has changed in the meantime|will change as soon as the portal responds/,
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

test('an admin sees a lead that could not be stored, why and what to do, and all others continue', {
  tag: '@rest',
}, async ({ page, openAs, vendor }) => {
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
  await admin.goto('/admin');
  const home = admin.getByRole('listitem').filter({ hasText: /\d leads? couldn’t be saved here/ });
  await expect(home).toBeVisible();

  await vendor.changeLead(other.id, { status: 'won' });
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: other.lastName })).toContainText('Won');

  await vendor.changeLead(lead.id, { status: 'lost' });
  await home.getByRole('link').click();
  await expect(async () => {
    await admin.reload();
    await expect(theirs).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});
