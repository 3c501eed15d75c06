import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { expectAccepted, open, press } from './submitting';

const ADD_ANOTHER = 'Submit and add another';
const notice = (page: Page, name: string) =>
  page.getByRole('region', { name: `${name} was submitted. You can enter the next lead.` });
const consent = (page: Page) => page.getByRole('radiogroup', { name: 'Agreed to be contacted' });

/** Opens the menu, and keeps these answers for the next lead. */
async function keep(page: Page, ...labels: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add another', exact: true }).click();
  for (const label of labels) {
    await page.getByRole('checkbox', { name: `Keep ${label} for the next lead`, exact: true }).check();
  }
}

async function expectNext(page: Page, before: string): Promise<void> {
  await expect(notice(page, before)).toBeVisible();
  await expectWithoutPerson(page);
}

async function expectWithoutPerson(page: Page): Promise<void> {
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

test('leads in a row keep the answers that were pinned, each is submitted once, and the last one is the template of another', {
  tag: '@rest',
}, async ({ page, vendor }) => {
  const names = [uniqueName('Alder'), uniqueName('Birch'), uniqueName('Cedar'), uniqueName('Rowan')] as const;
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  await fillRequired(page, names[0]);
  await page.getByLabel('Phone').fill('+44 1632 960144');
  await keep(page, 'Company', 'Platform');
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expectNext(page, names[0]);
  await expect(notice(page, names[0])).toBeFocused();
  await expect(notice(page, names[0])).toContainText('Carried over: “Company” and “Platform”');

  // The button is at hand now, and what is kept stays kept.
  await fillPerson(page, names[1]);
  await page.getByRole('button', { name: ADD_ANOTHER }).click();
  await expectNext(page, names[1]);
  await fillPerson(page, names[2]);
  await press(page);
  await expectAccepted(page, names[2]);

  // Its own page offers it as a template, once it is delivered.
  await page.getByRole('link', { name: 'Use as a template' }).click();
  await expect(page.getByText('These answers come from Alder Logistics. Contact details')).toBeVisible();
  const link = page.getByRole('main').getByRole('link', { name: 'Alder Logistics', exact: true });
  await expect(link).toHaveAttribute('href', `/leads/${(await vendor.leadOf(names[2])).id}`);
  await expectWithoutPerson(page);
  await fillPerson(page, names[3]);
  await press(page);
  await expectAccepted(page, names[3]);
  for (const name of names) {
    expect(await vendor.leadOf(name)).toMatchObject({
      platform: 'web-store',
      customFields: { companyName: 'Alder Logistics' },
    });
  }
});
