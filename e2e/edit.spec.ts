import { FIRST_CALL_FIELD } from '@/sandbox/seed/fields';
import { expect, expectAccessible, test, uniqueName } from './fixtures';
import { leadNamed, openEdit } from './lead-form';

test('an edit sends only what was changed and the lead shows it immediately, with its author', async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Juniper');
  const lead = await vendor.createLead(leadNamed(lastName));
  const page = await openAs('Maya Lindqvist');
  await page.goto('/leads');
  await page.getByRole('link', { name: lastName }).click();
  await page.getByRole('link', { name: 'Edit lead' }).click();
  await expect(page.getByLabel('Company')).toHaveValue('Alder');
  await expect(page.getByText('Agreed to be contacted')).toHaveCount(0);
  const before = await vendor.logSeq();
  await page.getByLabel('Company').fill('Alder & Sons');
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Alder & Sons');
  const newest = page
    .getByRole('region', { name: /history/i })
    .getByRole('listitem')
    .first();
  await expect(newest).toContainText('Maya Lindqvist');
  const [patch] = (await vendor.readLog(before)).filter((entry) => entry.route === 'patch');
  expect(patch?.body).toEqual({ customFields: { companyName: 'Alder & Sons' } });
  expect((await vendor.getLead(lead.id)).customFields.phone).toBe('+44 20 7946 0958');
});

test('a time is edited without fractions of a second, and keeps them if unchanged', async ({
  openAs,
  vendor,
}) => {
  const customFields = { ...leadNamed('').customFields, [FIRST_CALL_FIELD]: '2026-03-14T15:09:00.250Z' };
  const lead = await vendor.createLead({ ...leadNamed(uniqueName('Sorrel')), customFields });
  const page = await openAs('Maya Lindqvist', { timezoneId: 'UTC' });
  await openEdit(page, lead.id, 'Alder');
  await page.getByText('More details').click();
  await expect(page.getByLabel('First call')).toHaveValue(/^2026-03-14T\d\d:\d9$/);
  await page.getByLabel('Company').fill('Alder & Sons');
  const before = await vendor.logSeq();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  const [patch] = (await vendor.readLog(before)).filter((entry) => entry.route === 'patch');
  expect(patch?.body).toEqual({ customFields: { companyName: 'Alder & Sons' } });
});

test('a time is read in the zone that the form shows, even if the browser has moved to another one', async ({
  openAs,
  vendor,
}) => {
  const customFields = { ...leadNamed('').customFields, [FIRST_CALL_FIELD]: '2026-12-01T10:00:00Z' };
  const lead = await vendor.createLead({ ...leadNamed(uniqueName('Sorrel')), customFields });
  const page = await openAs('Maya Lindqvist', { timezoneId: 'America/New_York' });
  await openEdit(page, lead.id, 'Alder');
  await page.getByText('More details').click();
  await expect(page.getByLabel('First call')).toHaveAccessibleDescription(/America\/New York/);
  await expect(page.getByLabel('First call')).toHaveValue('2026-12-01T05:00');
  // As another tab does that was opened after the flight.
  const { origin } = new URL(page.url());
  await page.context().addCookies([{ name: 'tz', value: 'Pacific%2FAuckland', url: origin }]);
  await page.getByLabel('Company').fill('Alder & Sons');
  const before = await vendor.logSeq();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  const [patch] = (await vendor.readLog(before)).filter((entry) => entry.route === 'patch');
  expect(patch?.body, 'the time was not edited').toEqual({ customFields: { companyName: 'Alder & Sons' } });
});

test('a saved edit that the portal does not show yet is marked, and the page catches up', async ({
  openAs,
  vendor,
}) => {
  test.slow();
  const lead = await vendor.createLead(leadNamed(uniqueName('Tansy')));
  const page = await openAs('Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  await vendor.setFaults({ patchLagMs: 60_000 });
  await page.getByLabel('Company').fill('Alder & Sons');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const notice = page.getByText('Saved, but not shown by the portal yet');
  await expect(notice).toBeVisible();
  await expect(page.getByText('Alder & Sons')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit lead' }).click();
  await expect(page.getByLabel('Company')).toHaveValue('Alder & Sons');
  await page.goBack();
  await vendor.setFaults({ patchLagMs: 0 });
  // Read again 1, 6 and 36 seconds after the save: on a slow machine only the last may remain.
  await expect(notice).toHaveCount(0, { timeout: 40_000 });
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Alder & Sons');
});

test.describe('a saved edit', () => {
  // The draft of the other tab ended with the edit.
  test.use({ expectedInConsole: [/status of 410 .*\/api\/drafts\//] });

  test('is finished: what the vendor reverts afterwards stays reverted when another field is changed', async ({
    openAs,
    vendor,
  }) => {
    const lead = await vendor.createLead(leadNamed(uniqueName('Hazel')));
    const company = async () => (await vendor.getLead(lead.id)).customFields.companyName;
    const page = await openAs('Maya Lindqvist');
    await openEdit(page, lead.id, 'Alder');
    await page.getByLabel('Company').fill('Agent Ltd');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const details = page.getByRole('region', { name: 'Details' });
    await expect(details).toContainText('Agent Ltd');
    expect(await company()).toBe('Agent Ltd');
    await vendor.changeLead(lead.id, { customFields: { companyName: 'Alder' } });
    await expect(details).toContainText('Alder');

    await page.getByRole('link', { name: 'Edit lead' }).click();
    await expect(page.getByLabel('Company')).toHaveValue('Alder');
    await expect(page.getByText('We restored what you typed earlier in this tab.')).toHaveCount(0);
    await page.getByLabel('Phone').fill('+44 20 7946 0999');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(details).toContainText('+44 20 7946 0999');
    expect(await company()).toBe('Alder');
  });

  test('is not repeated by another open tab of the same lead', async ({ openAs, vendor }) => {
    const lead = await vendor.createLead(leadNamed(uniqueName('Elder')));
    const page = await openAs('Maya Lindqvist');
    await openEdit(page, lead.id, 'Alder');
    const other = await page.context().newPage();
    await openEdit(other, lead.id, 'Alder');
    for (const tab of [other, page]) await tab.getByLabel('Company').fill('Agent Ltd');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const details = page.getByRole('region', { name: 'Details' });
    await expect(details).toContainText('Agent Ltd');
    await vendor.changeLead(lead.id, { customFields: { companyName: 'Alder' } });
    await expect(details).toContainText('Alder');

    await other.getByLabel('Phone').fill('+44 20 7946 0999');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expect(other.getByRole('radio', { name: 'Theirs: Alder' })).toBeVisible();
    expect((await vendor.getLead(lead.id)).customFields).toMatchObject({
      companyName: 'Alder',
      phone: '+44 20 7946 0958',
    });
  });
});

test('a draft of an edit is restored after a reload, and only mentioned once the lead has changed', async ({
  openAs,
  vendor,
}) => {
  const lead = await vendor.createLead(leadNamed(uniqueName('Aspen')));
  const page = await openAs('Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  await page.getByLabel('Company').fill('Typed Ltd');
  await page.reload();
  await expect(page.getByText('We restored what you typed earlier in this tab.')).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('Typed Ltd');

  await vendor.changeLead(lead.id, { customFields: { companyName: 'Theirs Ltd' } });
  const other = await page.context().newPage();
  await other.goto(`/leads/${lead.id}`);
  await expect(other.getByRole('region', { name: 'Details' })).toContainText('Theirs Ltd');
  await page.reload();
  await expect(page.getByText('This lead has changed since you started editing')).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('Theirs Ltd');
  await expect(page.getByText('Typed Ltd')).toBeVisible();
  // A page that is only looked at deletes nothing.
  await page.reload();
  await expect(page.getByText('Typed Ltd')).toBeVisible();
  await page.getByLabel('Company').fill('Final Ltd');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL((url) => url.pathname === `/leads/${lead.id}`);
  await page.goto(`/leads/${lead.id}/edit`);
  await expect(page.getByLabel('Company')).toHaveValue('Final Ltd');
  await expect(page.getByText('This lead has changed since you started editing')).toHaveCount(0);
});
