import { expect, signInAs, signInByButton, test, uniqueName } from './fixtures';
import { fillRequired, openEdit } from './lead-form';

test.use({ javaScriptEnabled: false });

test('without JavaScript an agent signs in, sees required errors with answers kept, submits and sees the number', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Maple');
  await signInByButton(page, 'Maya Lindqvist');
  await page.getByRole('link', { name: 'New lead' }).first().click();
  await page.getByLabel('Last name').fill(lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);

  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  await expect(page.getByText((await vendor.leadOf(lastName)).id).first()).toBeVisible();
});

test('without JavaScript the list filters, sorts and pages, and a person signs out', async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ index: 1 });
  await page
    .getByRole('button', { name: /apply|filter|show/i })
    .first()
    .click();
  await expect(page).toHaveURL(/status=/);
  await page.goto('/leads');
  await page.getByRole('columnheader', { name: 'Lead' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=company/);
  await page.getByRole('button', { name: /account/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('without JavaScript a conflicting edit shows both values and lets the person decide', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Nutmeg');
  const lead = await vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    lastName,
    email: 'n@example.com',
    platform: 'web-store',
    customFields: { companyName: 'Alder', consent: true },
  });
  await signInAs(page, 'Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  await page.getByLabel('Company').fill('Mine Ltd');
  await vendor.changeLead(lead.id, { customFields: { companyName: 'Theirs Ltd' } });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('radio', { name: /theirs/i }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  expect((await vendor.getLead(lead.id)).customFields.companyName).toBe('Theirs Ltd');
});

test('without JavaScript an edit of a deleted lead keeps what was typed and says so', async ({
  page,
  vendor,
}) => {
  const lead = await vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    lastName: uniqueName('Sedge'),
    email: 's@example.com',
    platform: 'web-store',
    customFields: { companyName: 'Alder', consent: true },
  });
  await signInAs(page, 'Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  await page.getByLabel('Company').fill('Typed Ltd');
  await vendor.deleteLead(lead.id);
  const other = await page.context().newPage();
  await expect(async () => {
    await other.goto(`/leads/${lead.id}`);
    await expect(other.getByText('This lead was deleted in the portal')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('region', { name: 'There is a problem' })).toContainText(
    'no longer in the portal',
  );
  await expect(page.getByLabel('Company')).toHaveValue('Typed Ltd');
});

test('without JavaScript a conflict shows what is kept, and a decision is kept while another is missing', async ({
  page,
  vendor,
}) => {
  const lead = await vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    lastName: uniqueName('Clover'),
    email: 'c@example.com',
    platform: 'web-store',
    value: 100,
    customFields: { companyName: 'Alder', consent: true },
  });
  await signInAs(page, 'Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  const company = page.getByRole('textbox', { name: 'Company' });
  await company.fill('Mine Ltd');
  await page.getByRole('textbox', { name: 'Deal value' }).fill('250');
  await vendor.changeLead(lead.id, { value: 300, customFields: { companyName: 'Theirs Ltd' } });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(company).toBeHidden();
  await page.getByRole('radio', { name: 'Yours: Mine Ltd' }).check();
  await expect(company).toHaveValue('Mine Ltd');
  await page.getByRole('radio', { name: 'Theirs: Theirs Ltd' }).check();
  await expect(company).toBeHidden();
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page.getByRole('link', { name: /choose which answer to keep/i })).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'Theirs: Theirs Ltd' })).toBeChecked();
  await page.getByRole('radio', { name: /^Yours.*250/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  expect(await vendor.getLead(lead.id)).toMatchObject({
    value: 250,
    customFields: { companyName: 'Theirs Ltd' },
  });
});

test.describe('an address that leads nowhere', () => {
  // Chromium reports the page's own 404.
  test.use({ expectedInConsole: [/status of 404/] });

  for (const [who, name, address] of [
    ['an agent', 'Maya Lindqvist', '/leads/66b0c4d2e8f1a35790d40000'],
    ['an agent', 'Maya Lindqvist', '/leads/66b0c4d2e8f1a35790d40000/edit'],
    ['an agent', 'Maya Lindqvist', '/submissions/unknown'],
    ['an agent', 'Maya Lindqvist', '/admin/people'],
    ['an agent', 'Maya Lindqvist', '/no/such/page'],
    ['an admin', 'Robin Hale', '/admin/people/unknown'],
    ['an admin', 'Robin Hale', '/admin/people/agent?organization=x&agent=y'],
  ] as const) {
    test(`without JavaScript ${who} reads "Page not found" at ${address}`, async ({ page }) => {
      await signInAs(page, name);
      const response = await page.goto(address);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to leads' })).toBeVisible();
    });
  }
});
