import { expect, readFormAgain, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';

test('a field added in the portal appears in the form and its value arrives as a number', async ({
  page,
  stack,
  vendor,
}) => {
  const lastName = uniqueName('Hazel');
  const label = uniqueName('Seats ');
  const field = await vendor.addField({ label, type: 'integer' });
  await readFormAgain(stack);

  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await page.getByText('More details').click();
  await page.getByLabel(label).fill('1,250');
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).customFields[field.fieldId]).toBe(1250);
});

test('a field made mandatory while the form is open keeps all answers and says what changed', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Ivy');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await vendor.changeField('phone', { required: true });
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByText(/form changed/i)).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expect(page.getByText('“Phone” is now required.')).toBeVisible();

  await page.getByLabel('Phone').fill('+44 20 7946 0958');
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  expect((await vendor.leadOf(lastName)).customFields.phone).toBe('+44 20 7946 0958');
});
