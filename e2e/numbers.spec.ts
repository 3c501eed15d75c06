import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, openEdit } from './lead-form';

test('an ambiguous amount needs a choice, and one tap answers', async ({ page, vendor }) => {
  const lastName = uniqueName('Cobalt');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  const amount = page.getByRole('textbox', { name: 'Deal value' });
  await amount.fill('12.500');
  await submit(page);
  await expect(
    page.getByRole('link', { name: 'Choose which number you mean for “Deal value”: €12,500.00 or €12.50' }),
  ).toBeVisible();
  const choices = page.getByRole('group', { name: 'You typed “12.500”. Which number do you mean?' });
  await expect(amount).toHaveValue('12.500');
  expect((await vendor.listLeads()).filter((lead) => lead.lastName === lastName)).toHaveLength(0);

  await choices.getByRole('radio', { name: '€12.50', exact: true }).check();
  await expect(amount).toHaveValue('12.5');
  await choices.getByRole('radio', { name: '€12,500.00' }).check();
  await expect(amount).toHaveValue('12500');
  await expect(amount).not.toHaveAttribute('aria-invalid');
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).value).toBe(12500);
});

test('a number that the language reads in one way by convention is shown beside the field before it is sent', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Ochre');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  await page.getByRole('textbox', { name: 'Deal value' }).pressSequentially('12,500');
  await expect(page.getByText('= €12,500', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Read as €12,500' })).toBeAttached();
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).value).toBe(12500);
});

test('an ambiguous amount is questioned while it is typed, once the person pauses', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Sepia');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  const amount = page.getByRole('textbox', { name: 'Deal value' });
  await amount.pressSequentially('12.500');
  await expect(page.getByText('= €12,500.00 or €12.50')).toBeVisible();
  const question = page.getByRole('group', { name: 'You typed “12.500”. Which number do you mean?' });
  await expect(question).toBeVisible();
  await expect(amount, 'it is no error yet').not.toHaveAttribute('aria-invalid');
  await expect(
    page.getByRole('status').filter({ hasText: 'Choose which number you mean for “Deal value”' }),
  ).toBeAttached();
  await expectAccessible(page);

  await amount.pressSequentially(',5');
  await expect(question, 'which is unambiguous').toBeHidden();
  await expect(page.getByText('= €12,500.50', { exact: true })).toBeVisible();

  await amount.fill('12.500');
  await question.getByRole('radio', { name: '€12,500.00' }).check();
  await expect(amount).toHaveValue('12500');
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).value).toBe(12500);
});

test('a number written as in another country is understood, and shown as it is read', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Russet');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  await page.getByRole('textbox', { name: 'Deal value' }).fill('1.234.567,50');
  await expect(page.getByText('= €1,234,567.50', { exact: true })).toBeVisible();
  await page.getByLabel('Probability of closing').fill('12.500');
  await expect(page.getByText('= 12.5%', { exact: true }), 'the only reading up to 100').toBeVisible();
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  const { value, customFields } = await vendor.leadOf(lastName);
  expect([value, customFields.probability]).toEqual([1234567.5, 12.5]);
});

test('a choice for one number does not apply to another', async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  const amount = page.getByRole('textbox', { name: 'Deal value' });
  await amount.fill('12.500');
  await submit(page);
  await page.getByRole('radio', { name: '€12,500.00' }).check();
  await amount.fill('13.500');
  await expect(page.getByRole('group', { name: /You typed “13.500”/ }).getByRole('radio')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: '€13,500.00' })).not.toBeChecked();
});

test('negative amounts and percentages over 100 are reported before they are sent', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Umber');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  await page.getByRole('textbox', { name: 'Deal value' }).fill('-5');
  await page.getByLabel('Probability of closing').fill('140');
  await page.getByLabel('Contract length in years').fill('-5');
  const before = await vendor.logSeq();
  await submit(page);
  const problems = page.getByRole('region', { name: 'There is a problem' }).getByRole('link');
  await expect(problems).toHaveText([
    'Enter 0 or more for “Deal value”',
    'Enter 100 or less for “Probability of closing”',
  ]);
  await page.getByRole('textbox', { name: 'Deal value' }).fill('12345678901234567890');
  await expect(problems.first()).toHaveText('Enter 9,007,199,254,740,991 or less for “Deal value”');
  expect((await vendor.readLog(before)).filter(({ route }) => route === 'create')).toEqual([]);

  await page.getByRole('textbox', { name: 'Deal value' }).fill('5');
  await page.getByLabel('Probability of closing').fill('14');
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  const { value, customFields } = await vendor.leadOf(lastName);
  expect([value, customFields.probability, customFields.contractYears]).toEqual([5, 14, -5]);
});

test('an unedited number with three decimals is neither questioned in an edit nor sent', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Sienna');
  const lead = await vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    lastName,
    email: 'n@example.com',
    platform: 'web-store',
    customFields: { companyName: 'Alder', consent: true, contractYears: 12.125 },
  });
  await signInAs(page, 'Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  await expect(page.getByLabel('Contract length in years')).toHaveValue('12.1250');
  await page.getByLabel('Company').fill('Alder & Sons');
  const before = await vendor.logSeq();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  const [patch] = (await vendor.readLog(before)).filter((entry) => entry.route === 'patch');
  expect(patch?.body).toEqual({ customFields: { companyName: 'Alder & Sons' } });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('separators are read and shown as in German', async ({ page, vendor }) => {
    const lastName = uniqueName('Ocker');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
    await fillRequired(page, lastName, { yes: 'Ja' });
    await page.getByText('Weitere Angaben').click();
    const amount = page.getByRole('textbox', { name: 'Deal value' });
    await amount.fill('12.500,50');
    await expect(page.getByText(/^= /)).toHaveCount(0);
    await amount.fill('12,500');
    await expect(page.getByText(/^= 12\.500,00\s€ oder 12,50\s€$/)).toBeVisible();
    await amount.fill('12,500.50');
    await expect(page.getByText(/^= 12\.500,50\s€$/)).toBeVisible();
    await amount.fill('12.500');
    await expect(page.getByText(/^= 12\.500\s€$/)).toBeVisible();
    await page.getByRole('button', { name: 'Lead einreichen' }).click();
    const sent = async () => (await vendor.listLeads()).find((lead) => lead.lastName === lastName)?.value;
    await expect.poll(sent).toBe(12500);
  });
});

test.describe('in a browser of another language than the page', () => {
  test.use({ locale: 'de-DE' });

  test('no reading is assumed', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: 'en', url: baseURL }]);
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    await page.getByRole('textbox', { name: 'Deal value' }).fill('12,500');
    await expect(page.getByText('= €12,500.00 or €12.50')).toBeVisible();
    await submit(page);
    await expect(page.getByRole('radio', { name: '€12,500.00' })).not.toBeChecked();
    await expect(page.getByRole('radio', { name: '€12.50', exact: true })).not.toBeChecked();
    await expect(page.getByText('Read as')).toHaveCount(0);
    await expect(page.getByText('= €12,500', { exact: true })).toHaveCount(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const typed of ['12.500', '12,500']) {
    test(`${typed} returns as a question with all that was typed, and is sent as chosen`, async ({
      page,
      vendor,
    }) => {
      const lastName = uniqueName('Madder');
      await signInAs(page, 'Maya Lindqvist');
      await page.goto('/leads/new');
      await fillRequired(page, lastName);
      await page.getByText('More details').click();
      await page.getByRole('textbox', { name: 'Deal value' }).fill(typed);
      await submit(page);
      await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Deal value' })).toHaveValue(typed);
      await expect(page.getByLabel('Last name')).toHaveValue(lastName);
      await page.getByRole('radio', { name: '€12,500.00' }).check();
      await submit(page);
      await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
      expect((await vendor.leadOf(lastName)).value).toBe(12500);
    });
  }
});

/** Opens the form with all its fields, and waits until it is hydrated. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/leads/new');
  await formReady(page);
  await page.getByText('More details').click();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit lead' }).click();
}
