import { expect, test, uniqueName } from './fixtures';
import { leadNamed, openEdit } from './lead-form';

test('an edit that conflicts with a change in the portal overwrites nothing and lets the person decide', async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Larch');
  const lead = await vendor.createLead(leadNamed(lastName));
  const page = await openAs('Maya Lindqvist');
  await page.goto('/leads');
  await page.getByRole('link', { name: lastName }).click();
  await page.getByRole('link', { name: 'Edit lead' }).click();
  await page.getByLabel('Company').fill('Mine Ltd');
  await vendor.changeLead(lead.id, { customFields: { companyName: 'Theirs Ltd' }, value: 2500 });
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page.getByText(/changed this lead while you were editing/i)).toBeVisible();
  await expect(page.getByText('Theirs Ltd').first()).toBeVisible();
  expect((await vendor.getLead(lead.id)).customFields.companyName).toBe('Theirs Ltd');
  const value = page.getByRole('textbox', { name: 'Deal value' });
  await expect(value, 'what is kept is shown').toHaveValue('2500');
  await expect(value).toHaveAccessibleDescription(/Changed in the meantime/);

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('region', { name: 'Check 1 answer' }).getByRole('link')).toBeVisible();
  await page.getByRole('radio', { name: /yours/i }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  const saved = await vendor.getLead(lead.id);
  expect(saved.customFields.companyName).toBe('Mine Ltd');
  expect(saved.value).toBe(2500);
});

test('a conflict shows what is kept: the field for one’s own answer, and no field for the portal’s', {
  tag: '@rest',
}, async ({ openAs, vendor }) => {
  const lead = await vendor.createLead(leadNamed(uniqueName('Willow')));
  const page = await openAs('Maya Lindqvist');
  await openEdit(page, lead.id, 'Alder');
  const value = page.getByRole('textbox', { name: 'Deal value' });
  await value.fill('1234.5');
  await vendor.changeLead(lead.id, { value: 2500.25 });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const [mine, theirs] = [
    page.getByRole('radio', { name: /^Yours/ }),
    page.getByRole('radio', { name: /^Theirs/ }),
  ];
  await expect(mine).toHaveAccessibleName(/1,234\.50?$/);
  await expect(theirs).toHaveAccessibleName(/2,500\.25$/);
  await expect(value, 'nothing is kept before the decision').toBeHidden();

  await mine.check();
  await expect(value).toHaveValue('1234.5');
  await value.fill('99');
  await expect(page.getByText('1,234.5')).toBeHidden();
  await theirs.check();
  await expect(value).toBeHidden();
  await mine.check();
  await expect(value, 'what was typed after that is given up').toHaveValue('1234.5');
  await theirs.check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/leads\/[0-9a-f]{24}$/);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('2,500.25');
  expect((await vendor.getLead(lead.id)).value).toBe(2500.25);
});
