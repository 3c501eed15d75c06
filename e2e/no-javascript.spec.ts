import { expect, signInAs, signInByButton, test, uniqueName } from './fixtures';
import { fillRequired, openEdit } from './lead-form';

test.use({ javaScriptEnabled: false });

test('without JavaScript an agent signs in, sees required errors with answers kept, submits and sees the number', {
  tag: '@embedded',
}, async ({ page, vendor }) => {
  const lastName = uniqueName('Maple');
  await signInByButton(page, 'Maya Lindqvist');
  await page.getByRole('link', { name: 'New lead' }).first().click();
  await page.getByLabel('Last name').fill(lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /answers are missing/ })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);

  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  await expect(page.getByText((await vendor.leadOf(lastName)).id).first()).toBeVisible();
});

test('without JavaScript the list filters, sorts and pages, and a person signs out', async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  await page.goto('/leads');
  await page
    .getByRole('navigation', { name: 'Leads by status' })
    .getByRole('link', { name: 'Pending' })
    .click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'Maya Lindqvist' });
  await page.getByRole('button', { name: 'Show leads' }).click();
  await expect(page).toHaveURL(/agent=.*status=pending|status=pending.*agent=/);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('link', { name: '50', exact: true }).click();
  await expect(page).toHaveURL(/size=50/);
  await page.goto('/leads');
  await page.getByRole('columnheader', { name: 'Lead' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=company/);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
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

  await expect(page.getByRole('region', { name: 'Check 1 answer' }).getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'Theirs: Theirs Ltd' })).toBeChecked();
  await page.getByRole('radio', { name: /^Yours.*250/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  expect(await vendor.getLead(lead.id)).toMatchObject({
    value: 250,
    customFields: { companyName: 'Theirs Ltd' },
  });
});
