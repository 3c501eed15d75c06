import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { createFamily, openFamily, rowHeaders, waitUntilKnown } from './lead-list';
import { countLeads, expectAccepted, press } from './submitting';

async function find(page: Page, text: string): Promise<void> {
  await page.goto('/admin/erasure');
  await page.getByLabel('Email address, phone number, lead ID or whole name').fill(text);
  await page.getByRole('button', { name: 'Find' }).click();
}

async function confirm(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^Enter .* again$/).fill(text);
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
}

test('an admin erases a person, and the portal does not bring them back', async ({
  page,
  openAs,
  vendor,
}) => {
  const name = 'Erasable';
  const [lead] = await createFamily(vendor, name, ['Ada']);
  const email = lead?.email ?? '';
  const agent = await openAs('Maya Lindqvist');
  await openFamily(agent, name, 1);
  const href = await rowHeaders(agent).getByRole('link').getAttribute('href');

  await signInAs(page, 'Robin Hale');
  await find(page, 'nobody@example.com');
  await expect(page.getByText('Nothing was found')).toBeVisible();
  await page.getByText('How this search works').click();
  await expect(page.getByText(/Search for other spellings, too/)).toBeVisible();
  await find(page, email.toUpperCase());
  await expect(page.getByText(`Found for`)).toBeFocused();
  await expect(page).not.toHaveURL(/example/);
  await expect(page.getByRole('row', { name: /^Leads/ })).toContainText('1');
  await expect(page.getByText('1 lead stays in the portal')).toBeVisible();
  await confirm(page, 'someone.else@example.com');
  await expect(
    page.getByText(/^This isn’t the text you searched for/).filter({ visible: true }),
  ).toBeVisible();
  await confirm(page, email);
  await expect(page.getByRole('heading', { name: 'Certificate of erasure', level: 1 })).toBeVisible();
  await expect(page.getByText(lead?.id ?? '')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.goto('/admin/audit');
  await expect(page.getByText(/^Personal data erased: /).first()).toBeVisible();

  await vendor.changeLead(lead?.id ?? '', { status: 'contacted', firstName: 'Adele' });
  await expect(async () => {
    await agent.goto(href ?? '');
    await expect(agent.getByText('Personal data erased')).toBeVisible({ timeout: 1_000 });
    await expect(agent.getByText(/contacted/i).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(agent.getByText(/Adele|erasable/i)).toHaveCount(0);
  await agent.goto(`/leads?q=${name}`);
  await expect(rowHeaders(agent)).toHaveCount(0);
});

test('an admin ticks which lead of a name is about the person', { tag: '@rest' }, async ({
  page,
  openAs,
  vendor,
}) => {
  const name = 'Ticked';
  const [lead, other] = await createFamily(vendor, name, ['Ada', 'Bea']);
  const agent = await openAs('Maya Lindqvist');
  await openFamily(agent, name, 2);
  await signInAs(page, 'Robin Hale');
  const whole = `${lead?.firstName} ${lead?.lastName}`;
  await find(page, whole.toLowerCase());
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await confirm(page, whole);
  await expect(
    page.getByText(/^Nothing was erased, because nothing was/).filter({ visible: true }),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: `Lead ${lead?.id}` }).check();
  await confirm(page, whole);
  await expect(page.getByRole('heading', { name: 'Certificate of erasure', level: 1 })).toBeVisible();
  await agent.goto(`/leads?q=${other?.lastName}`);
  await expect(rowHeaders(agent)).toHaveText([/Bea/]);
});

// Without scripts Back asks for the page again: another form, with another id.
test.describe('after Back', () => {
  // Its draft ended with the submission; what is typed may be saved before Submit is pressed.
  test.use({ expectedInConsole: /status of 410 .*\/api\/drafts\// });

  test('a form whose lead was erased says so, and sends nothing', { tag: '@rest' }, async ({
    openAs,
    vendor,
  }) => {
    const name = uniqueName('Backagain');
    const email = `${name.toLowerCase()}@example.com`;
    const page = await openAs('Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, name);
    await press(page);
    await expectAccepted(page, name);

    const admin = await openAs('Robin Hale');
    // Not before the desk has read the lead. Asked once only: what is erased is not found again.
    await waitUntilKnown(page, `/leads/${(await vendor.leadOf(name)).id}`);
    await find(admin, email);
    await confirm(admin, email);
    await expect(admin.getByRole('heading', { name: 'Certificate of erasure' })).toBeVisible();

    await page.goBack();
    await fillRequired(page, name);
    await press(page);
    await expect(
      page.getByText(/its personal data has since been erased, so we didn’t send it again/).first(),
    ).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue(name);
    expect(await countLeads(vendor, name)).toEqual([1]);
  });
});
