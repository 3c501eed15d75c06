import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { formReady, leadNamed } from './lead-form';
import { waitUntilKnown } from './lead-list';
import { expectAccepted, press } from './submitting';

const consent = (page: Page) => page.getByRole('radiogroup', { name: 'Agreed to be contacted' });

/** A lead that the desk knows, opened by its agent. */
async function openLead(page: Page, vendor: Vendor, lastName: string): Promise<string> {
  const lead = await vendor.createLead(leadNamed(lastName));
  await waitUntilKnown(page, `/leads/${lead.id}`);
  await page.goto(`/leads/${lead.id}`);
  return lead.id;
}

async function expectWithoutPerson(page: Page, leadId: string): Promise<void> {
  await expect(page.getByText('The answers below are taken from Alder, without its person')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Alder' })).toHaveAttribute(
    'href',
    `/leads/${leadId}`,
  );
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Alder');
  await expect(page.getByRole('radio', { name: 'Web store' })).toBeChecked();
  for (const label of ['First name', 'Last name', 'Email', 'Phone']) {
    await expect(page.getByRole('textbox', { name: label })).toHaveValue('');
  }
  await expect(consent(page).getByRole('radio', { checked: true })).toHaveCount(0);
}

async function submitPerson(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(`${lastName.toLowerCase()}@example.com`);
  await consent(page).getByLabel('Yes').check();
  await press(page);
  await expectAccepted(page, lastName);
}

test('an old lead is the template of a new one, without its person', async ({ page, vendor }) => {
  const [before, after] = [uniqueName('Linden'), uniqueName('Rowan')];
  await signInAs(page, 'Maya Lindqvist');
  const leadId = await openLead(page, vendor, before);
  await page.getByRole('link', { name: 'Use as a template' }).click();
  await expectWithoutPerson(page, leadId);
  await expectAccessible(page);
  await submitPerson(page, after);
  const created = await vendor.leadOf(after);
  expect(created).toMatchObject({ platform: 'web-store', customFields: { companyName: 'Alder' } });
  expect(created.firstName ?? '').toBe('');

  // Its own page offers the same, once it is delivered.
  await page.getByRole('link', { name: 'Use as a template' }).click();
  await expectWithoutPerson(page, created.id);
});

test('a form begun from a template is kept like any other, and an untouched one is no draft', async ({
  page,
  vendor,
}) => {
  const [before, after] = [uniqueName('Hornbeam'), uniqueName('Whitebeam')];
  await signInAs(page, 'Maya Lindqvist');
  await openLead(page, vendor, before);
  await page.getByRole('link', { name: 'Use as a template' }).click();
  await formReady(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  await page.reload();
  await formReady(page);
  await expect(page.getByText('We restored what you typed')).toHaveCount(0);
  expect(sent).toEqual([]);

  await page.getByLabel('Last name').fill(after);
  await page.getByRole('textbox', { name: 'Company' }).fill('');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('status').filter({ hasText: /Draft saved/ })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue(after);
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('');
  await page.goto('/drafts');
  await page
    .getByRole('list', { name: 'Drafts' })
    .getByRole('listitem')
    .filter({ hasText: after })
    .getByRole('link', { name: /^Continue/ })
    .click();
  await expect(page.getByLabel('Last name')).toHaveValue(after);
  await expect(page.getByRole('radio', { name: 'Web store' })).toBeChecked();
  await page.getByRole('button', { name: 'Discard and start over' }).click();
  await expect(page.getByRole('radio', { name: 'Web store' })).not.toBeChecked();
});

test('a lead of somebody else is no template', async ({ page, vendor, openAs }) => {
  const lead = await vendor.createLead(leadNamed(uniqueName('Aspen')));
  const owner = await openAs('Maya Lindqvist');
  await owner.goto('/leads');
  await expect.poll(async () => (await owner.request.get(`/leads/${lead.id}`)).status()).toBe(200);
  await signInAs(page, 'Erik Brandt');
  await page.goto(`/leads/new?template=${lead.id}`);
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('');
  await expect(page.getByText('The answers below are taken from')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an old lead is the template of a new one, also after an error', async ({ page, vendor }) => {
    const [before, after] = [uniqueName('Juniper'), uniqueName('Spindle')];
    await signInAs(page, 'Maya Lindqvist');
    const leadId = await openLead(page, vendor, before);
    await page.getByRole('link', { name: 'Use as a template' }).click();
    await expectWithoutPerson(page, leadId);
    await page.getByRole('textbox', { name: 'Company' }).fill('Other Ltd');
    await press(page);
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Other Ltd');
    await submitPerson(page, after);
    expect(await vendor.leadOf(after)).toMatchObject({ customFields: { companyName: 'Other Ltd' } });
  });
});
