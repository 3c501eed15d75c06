import type { BrowserContext, Page } from '@playwright/test';
import type { DemoPerson } from '../tests/support/sign-in';
import type { Vendor } from '../tests/support/vendor';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady } from './lead-form';
import { expectAccepted } from './submitting';

/** A form that stays open while another person signs in from another tab of the same browser. */

const press = (page: Page) => page.locator('#lead-form').getByRole('button', { name: 'Submit lead' }).click();
const accountOf = (page: Page, name: string) =>
  page.locator('header').getByRole('button', { name: new RegExp(name) });

async function open(page: Page, lastName: string): Promise<void> {
  await page.goto('/leads/new');
  await formReady(page);
  await fillRequired(page, lastName);
}

async function changePerson(context: BrowserContext, name: DemoPerson): Promise<void> {
  const tab = await context.newPage();
  await tab.goto('/leads');
  await tab.getByRole('button', { name: /^Account: / }).click();
  await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signInAs(tab, name);
  await tab.goto('/leads');
  await tab.close();
}

async function expectNothingSent(page: Page, lastName: string, vendor: Vendor): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Someone else is signed in now' })).toBeVisible();
  await expect(
    page.getByText(/^You’re signed in as Erik Brandt \(.+\)\. This form was opened/),
  ).toBeVisible();
  await expect(page.locator('#main')).not.toContainText('Maya');
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expect(page.getByRole('textbox', { name: /^Company/ })).toHaveValue('Alder Logistics');
  await expect(accountOf(page, 'Erik Brandt')).toBeVisible();
  expect(await ownersOf(vendor, lastName)).toEqual([]);
}

async function ownersOf(vendor: Vendor, lastName: string): Promise<unknown[]> {
  const leads = await vendor.listLeads();
  return leads.filter((lead) => lead.lastName === lastName).map((lead) => lead.partnerOrganizationId);
}

// What is typed for one person is not saved for another, nor for nobody.
test.use({ expectedInConsole: /status of 40[13] .*\/api\/drafts\// });

test.beforeEach(({ page }) => signInAs(page, 'Maya Lindqvist'));

test('a form is never sent as another person, and is restored for the person who filled it in', async ({
  page,
  context,
  vendor,
}) => {
  const lastName = uniqueName('Whose');
  await open(page, lastName);
  await changePerson(context, 'Erik Brandt');
  await press(page);
  await expectNothingSent(page, lastName, vendor);
  await expectAccessible(page);
  await press(page);
  await expectNothingSent(page, lastName, vendor);

  await page.getByRole('link', { name: 'Sign in as someone else' }).click();
  await page.getByRole('button', { name: 'Maya Lindqvist' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expect(accountOf(page, 'Maya Lindqvist')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes').check();
  await press(page);
  await expectAccepted(page, lastName);
  expect(await ownersOf(vendor, lastName)).toHaveLength(1);
});
