import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { expectAccepted, haveRefused, open, press } from './submitting';

const ADD_ANOTHER = 'Submit and add another';
const notice = (page: Page, name: string) =>
  page.getByRole('region', { name: `Submitted: ${name}. Next one.` });
const consent = (page: Page) => page.getByRole('radiogroup', { name: 'Agreed to be contacted' });

/** Opens the menu, and keeps these answers for the next lead. */
async function keep(page: Page, ...labels: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Several leads' }).click();
  for (const label of labels) {
    await page.getByRole('checkbox', { name: `Keep ${label} for the next lead`, exact: true }).check();
  }
}

async function expectNext(page: Page, before: string): Promise<void> {
  await expect(notice(page, before)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Alder Logistics');
  await expect(page.getByRole('radio', { name: 'Web store' })).toBeChecked();
  for (const label of ['First name', 'Last name', 'Email', 'Phone']) {
    await expect(page.getByRole('textbox', { name: label })).toHaveValue('');
  }
  await expect(consent(page).getByRole('radio', { checked: true })).toHaveCount(0);
}

async function fillPerson(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(`${lastName.toLowerCase()}@example.com`);
  await consent(page).getByLabel('Yes').check();
}

test('leads in a row keep the answers that were pinned, and each is submitted once', async ({
  page,
  vendor,
}) => {
  const names = [uniqueName('Alder'), uniqueName('Birch'), uniqueName('Cedar')] as const;
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  await fillRequired(page, names[0]);
  await page.getByLabel('Phone').fill('+44 1632 960144');
  await keep(page, 'Company', 'Platform');
  await expectAccessible(page);
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expectNext(page, names[0]);
  await expect(notice(page, names[0])).toBeFocused();
  await expect(notice(page, names[0])).toContainText('Kept from it: “Company” and “Platform”');
  await expectAccessible(page);

  // The button is at hand now, and what is kept stays kept.
  await fillPerson(page, names[1]);
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expectNext(page, names[1]);
  await fillPerson(page, names[2]);
  await press(page);
  await expectAccepted(page, names[2]);
  for (const name of names) {
    expect(await vendor.leadOf(name)).toMatchObject({
      platform: 'web-store',
      customFields: { companyName: 'Alder Logistics' },
    });
  }
});

test('the notice leads to the lead before, and a reload of the next form restores it', async ({ page }) => {
  const [before, after] = [uniqueName('Dogwood'), uniqueName('Elm')];
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  await fillRequired(page, before);
  await keep(page, 'Company', 'Platform');
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expectNext(page, before);
  await page.getByLabel('Last name').fill(after);
  await page.getByRole('textbox', { name: 'Company' }).fill('');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('status').filter({ hasText: /Draft saved/ })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue(after);
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('');
  await notice(page, before).getByRole('link', { name: 'View that lead' }).click();
  await expectAccepted(page, before);
  // A form of its own: neither lead is filled in.
  await page.goto('/leads/new');
  await expect(page.getByLabel('Last name')).toHaveValue('');
});

test('an error keeps the answers, what is kept, and closes the menu', async ({ page }) => {
  const lastName = uniqueName('Fir');
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  await page.getByLabel('Last name').fill(lastName);
  await keep(page, 'Company');
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expect(page.getByRole('region', { name: 'There is a problem' })).toBeFocused();
  await expect(page.getByRole('button', { name: ADD_ANOTHER })).toBeHidden();
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Several leads' }).click();
  await expect(page.getByRole('checkbox', { name: 'Keep Company for the next lead' })).toBeChecked();
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expect(notice(page, lastName)).toContainText('Kept from it: “Company”');
});

test('a lead that the portal rejects is not said to be submitted', async ({ page, vendor }) => {
  const lastName = uniqueName('Ginkgo');
  await signInAs(page, 'Maya Lindqvist');
  const address = await haveRefused(page, vendor, lastName);
  await page.goto(`/leads/new?after=${address.split('/').at(-1)}`);
  await expect(page.getByRole('region', { name: `Lead ${lastName} needs a correction` })).toBeVisible();
});

test('nobody learns of another person’s submission from the next form', async ({ page, openAs }) => {
  const lastName = uniqueName('Hazelnut');
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  await fillRequired(page, lastName);
  await keep(page, 'Company');
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expect(notice(page, lastName)).toBeVisible();
  const other = await openAs('Erik Brandt');
  await other.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(other.getByRole('textbox', { name: 'Company' })).toHaveValue('');
  await expect(other.getByText(lastName)).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('leads in a row keep the answers that were pinned, also after an error', async ({ page, vendor }) => {
    const [before, after] = [uniqueName('Larch'), uniqueName('Maple')];
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await page.getByLabel('Last name').fill(before);
    await keep(page, 'Company', 'Platform');
    await page.getByRole('button', { name: ADD_ANOTHER }).click();
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await fillRequired(page, before);
    await page.getByRole('button', { name: 'Several leads' }).click();
    await expect(page.getByRole('checkbox', { name: 'Keep Company for the next lead' })).toBeChecked();
    await page.getByRole('button', { name: ADD_ANOTHER }).click();
    await expectNext(page, before);
    await fillPerson(page, after);
    await press(page);
    await expectAccepted(page, after);
    expect(await vendor.leadOf(after)).toMatchObject({ customFields: { companyName: 'Alder Logistics' } });
  });
});
