import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady } from './lead-form';

test.use({ timezoneId: 'Pacific/Auckland' });

test('a person using only a keyboard signs in, fills in the form and gets the number', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Tansy');
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Maya Lindqvist' }).press('Enter');
  await page.getByRole('link', { name: 'New lead' }).first().press('Enter');
  await formReady(page);
  await page.getByLabel('Last name').focus();
  const { keyboard } = page;
  await keyboard.type(lastName);
  // Email, phone, company, website, platform, deal value, consent. Nobody knows them yet: what is
  // known already would be one more stop.
  for (const answer of [`dot@${lastName}.example`, '', lastName, '', ' ', '', ' ']) {
    await keyboard.press('Tab');
    await keyboard.type(answer);
  }
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  await expect(page.getByText((await vendor.leadOf(lastName)).id).first()).toBeVisible();
});

test('a long list is searched by keyboard, and numbers, days and moments arrive as the portal expects them (requirements F17, F18)', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Umber');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await formReady(page);
  await fillRequired(page, lastName);
  await page.getByText('More details').click();

  const industry = page.getByRole('combobox', { name: 'Industry' });
  const list = page.getByRole('listbox', { name: 'Industry' });
  await industry.focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option')).toHaveCount(50);
  await page.keyboard.type('Software, retail');
  await expect(list.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(industry).toHaveValue('Software, retail');

  await page.getByLabel('Deal value').fill('1,250.50');
  await page.getByLabel('Expected close').fill('2027-03-31');
  await page.getByLabel('First call').fill('2027-01-15T09:30');
  await page.getByLabel('Payments').check();
  await page.getByLabel('Analytics').check();
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();

  const { value, customFields } = await vendor.leadOf(lastName);
  expect(value).toBe(1250.5);
  expect(customFields.industry).toBe('software-retail');
  expect(customFields.expectedClose).toBe('2027-03-31');
  expect(customFields['call.first date']).toMatch(/^2027-01-15T09:30:00(\.000)?\+13:00$/);
  expect(customFields.interests).toEqual(expect.arrayContaining(['payments', 'analytics']));
});
