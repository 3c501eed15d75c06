import { expect, test, uniqueName } from './fixtures';

const MAYA = { partnerOrganizationId: '66b0c4d2e8f1a35790d4d001', agentId: '66b0c4d2e8f1a35790d4e101' };

function leadNamed(lastName: string) {
  return {
    ...MAYA,
    firstName: 'Dot',
    lastName,
    email: 'dot@example.com',
    platform: 'web-store',
    value: 1000,
    customFields: { companyName: 'Alder', phone: '+44 20 7946 0958', consent: true },
  };
}

test('an edit sends only what was changed and the lead shows it at once, with who did it', async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Juniper');
  const lead = await vendor.createLead(leadNamed(lastName));
  const page = await openAs('Maya Lindqvist');
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

test('an edit that meets a change made in the portal meanwhile overwrites nothing and lets the person decide', async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Larch');
  const lead = await vendor.createLead(leadNamed(lastName));
  const page = await openAs('Maya Lindqvist');
  await page.getByRole('link', { name: lastName }).click();
  await page.getByRole('link', { name: 'Edit lead' }).click();
  await page.getByLabel('Company').fill('Mine Ltd');
  await vendor.changeLead(lead.id, { customFields: { companyName: 'Theirs Ltd' }, value: 2500 });
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page.getByText(/changed this lead while you were editing/i)).toBeVisible();
  await expect(page.getByText('Theirs Ltd').first()).toBeVisible();
  expect((await vendor.getLead(lead.id)).customFields.companyName).toBe('Theirs Ltd');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('link', { name: /choose which answer to keep/i })).toBeVisible();
  await page.getByRole('radio', { name: /yours/i }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  const saved = await vendor.getLead(lead.id);
  expect(saved.customFields.companyName).toBe('Mine Ltd');
  expect(saved.value).toBe(2500);
});

test.describe('a lead that the portal gave to somebody else a moment ago', () => {
  // The page that says so is a 404, and the browser notes that.
  test.use({ expectedInConsole: [/404/] });

  test('is as unknown as one that never was to whoever saves an edit of it, and nothing is sent', async ({
    openAs,
    vendor,
  }) => {
    const lastName = uniqueName('Rowan');
    const lead = await vendor.createLead(leadNamed(lastName));
    const page = await openAs('Maya Lindqvist');
    await page.getByRole('link', { name: lastName }).click();
    await page.getByRole('link', { name: 'Edit lead' }).click();
    await page.getByLabel('Company').fill('Mine Ltd');
    await vendor.setFaults({ holdDeliveries: true });
    await vendor.changeLead(lead.id, {
      partnerOrganizationId: '66b0c4d2e8f1a35790d4d002',
      agentId: '66b0c4d2e8f1a35790d4e201',
      customFields: { companyName: 'Theirs Ltd' },
    });
    const before = await vendor.logSeq();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing here');
    await expect(page.getByText('Theirs Ltd')).toHaveCount(0);
    expect((await vendor.readLog(before)).filter(({ route }) => route === 'patch')).toEqual([]);
    const said = await page.getByRole('main').textContent();
    await page.goto('/leads/0123456789abcdef01234567');
    expect(await page.getByRole('main').textContent()).toBe(said);

    const theirs = await openAs('Erik Brandt');
    await theirs.goto(`/leads/${lead.id}`);
    await expect(theirs.getByRole('region', { name: 'Details' })).toContainText('Theirs Ltd');
    const history = theirs.getByRole('region', { name: /history/i });
    await expect(history.getByRole('listitem')).toHaveCount(1);
    await expect(history).toContainText('Reassigned');
    await expect(theirs.getByText('Alder')).toHaveCount(0);
  });
});
