import { FIRST_CALL_FIELD } from '@/sandbox/seed/fields';
import { expect, test, uniqueName } from './fixtures';
import { leadNamed, openEdit } from './lead-form';

test('an edit sends only what was changed and the lead shows it immediately, with its author', {
  tag: '@embedded',
}, async ({ openAs, vendor }) => {
  const lastName = uniqueName('Juniper');
  const lead = await vendor.createLead(leadNamed(lastName));
  // As another program may have written it: a browser's control drops the blanks.
  await vendor.changeLead(lead.id, { customFields: { website: ' https://alder.example ' } });
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alder & Sons');
  const newest = page
    .getByRole('region', { name: /history/i })
    .getByRole('listitem')
    .first();
  await expect(newest).toContainText('Maya Lindqvist');
  const [patch] = (await vendor.readLog(before)).filter((entry) => entry.route === 'patch');
  expect(patch?.body).toEqual({ customFields: { companyName: 'Alder & Sons' } });
  expect((await vendor.getLead(lead.id)).customFields.phone).toBe('+44 20 7946 0958');
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

test.describe('a saved edit', () => {
  // The draft of the other tab ended with the edit.
  test.use({ expectedInConsole: /status of 410 .*\/api\/drafts\// });

  test('is not repeated by another open tab of the same lead', async ({ openAs, vendor }) => {
    const lead = await vendor.createLead(leadNamed(uniqueName('Elder')));
    const page = await openAs('Maya Lindqvist');
    await openEdit(page, lead.id, 'Alder');
    const other = await page.context().newPage();
    await openEdit(other, lead.id, 'Alder');
    for (const tab of [other, page]) await tab.getByLabel('Company').fill('Agent Ltd');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('Agent Ltd');
    await vendor.changeLead(lead.id, { customFields: { companyName: 'Alder' } });
    await expect(title).toHaveText('Alder');

    await other.getByLabel('Phone').fill('+44 20 7946 0999');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expect(other.getByRole('radio', { name: 'Theirs: Alder' })).toBeVisible();
    expect((await vendor.getLead(lead.id)).customFields).toMatchObject({
      companyName: 'Alder',
      phone: '+44 20 7946 0958',
    });
  });
});
