import type { BrowserContext, Page } from '@playwright/test';
import type { DemoPerson } from '../tests/support/sign-in';
import type { Vendor } from '../tests/support/vendor';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, openEdit } from './lead-form';

/** A form that stays open while another person signs in from another tab of the same browser. */

const press = (page: Page, name = 'Submit lead') =>
  page.locator('#lead-form').getByRole('button', { name }).click();
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
  await tab.getByRole('button', { name: /account/ }).click();
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
  // By role: without scripts each field has a checkbox that keeps it, too.
  await expect(page.getByRole('textbox', { name: /^Company/ })).toHaveValue('Alder Logistics');
  await expect(accountOf(page, 'Erik Brandt')).toBeVisible();
  expect(await ownersOf(vendor, lastName)).toEqual([]);
}

async function ownersOf(vendor: Vendor, lastName: string): Promise<unknown[]> {
  const leads = await vendor.listLeads();
  return leads.filter((lead) => lead.lastName === lastName).map((lead) => lead.partnerOrganizationId);
}

test.describe('with JavaScript', () => {
  // What is typed for one person is not saved for another, nor for nobody.
  test.use({ expectedInConsole: [/status of 40[13] .*\/api\/drafts\//] });

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
    await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
    expect(await ownersOf(vendor, lastName)).toHaveLength(1);
  });

  test('the person now signed in gets a form of their own, with none of the other’s answers', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Whose');
    await open(page, lastName);
    await changePerson(context, 'Erik Brandt');
    await press(page);
    await expectNothingSent(page, lastName, vendor);
    await page.getByRole('link', { name: 'Open the form as Erik Brandt' }).click();
    await expect(page.getByLabel('Last name')).toHaveValue('');
    await expect(page.getByText(/your draft|restored/i)).toHaveCount(0);
  });

  test('after signing in again as the same person the open form still works', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Again');
    await open(page, lastName);
    await changePerson(context, 'Maya Lindqvist');
    await press(page);
    await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
    expect(await ownersOf(vendor, lastName)).toHaveLength(1);
  });

  test('the header names the person now signed in after going to another page', async ({ page, context }) => {
    await page.goto('/leads');
    await changePerson(context, 'Erik Brandt');
    await page.locator('header').getByRole('link', { name: 'New lead' }).click();
    await expect(page.getByLabel('Last name')).toBeVisible();
    await expect(accountOf(page, 'Erik Brandt')).toBeVisible();
  });

  test('an edit is not saved as another person', async ({ page, context, vendor }) => {
    const lastName = uniqueName('Edited');
    await open(page, lastName);
    await press(page);
    await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
    const { id } = await vendor.leadOf(lastName);
    await openEdit(page, id, 'Alder Logistics');
    await formReady(page);
    await page.getByLabel('Company').fill('Mine Ltd');
    await changePerson(context, 'Erik Brandt');
    await press(page, 'Save changes');
    await expect(page.getByRole('heading', { name: 'Someone else is signed in now' })).toBeVisible();
    await expect(page.getByLabel('Company')).toHaveValue('Mine Ltd');
    await expect(page.getByRole('link', { name: 'Go to your leads' })).toBeVisible();
    expect(JSON.stringify(await vendor.leadOf(lastName))).not.toContain('Mine Ltd');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form is sent as another person only by the button that says so', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Whose');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, lastName);
    await changePerson(context, 'Erik Brandt');
    await press(page);
    await expectNothingSent(page, lastName, vendor);
    await press(page);
    await expectNothingSent(page, lastName, vendor);
    await page.getByRole('button', { name: /^Submit as Erik Brandt/ }).click();
    await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
    expect(await ownersOf(vendor, lastName)).toHaveLength(1);
  });

  test('an edit of a lead that they may not see is not saved, and what was typed stays', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Edited');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, lastName);
    await press(page);
    await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
    const { id } = await vendor.leadOf(lastName);
    await openEdit(page, id, 'Alder Logistics');
    await page.getByLabel('Company').fill('Mine Ltd');
    await changePerson(context, 'Erik Brandt');
    for (let times = 0; times < 2; times += 1) {
      await press(page, 'Save changes');
      await expect(page.getByRole('heading', { name: 'Someone else is signed in now' })).toBeVisible();
      await expect(page.getByLabel('Company')).toHaveValue('Mine Ltd');
      await expect(page.getByRole('link', { name: 'Go to your leads' })).toBeVisible();
    }
    expect(JSON.stringify(await vendor.leadOf(lastName))).not.toContain('Mine Ltd');

    await changePerson(context, 'Maya Lindqvist');
    await press(page, 'Save changes');
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Mine Ltd');
  });
});
