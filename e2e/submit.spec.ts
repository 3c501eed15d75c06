import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { expectAccepted } from './submitting';

test('an agent sees what is missing, corrects it, submits and gets the portal’s number', {
  tag: '@embedded',
}, async ({ page, vendor }) => {
  const lastName = uniqueName('Alder');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await page.getByRole('button', { name: 'Submit lead' }).click();

  await expect(page.getByRole('heading', { name: /answers are missing/ })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Enter an answer');

  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();

  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  const lead = await vendor.leadOf(lastName);
  await expect(page.getByText(lead.id).first()).toBeVisible();
  expect(lead.status).toBe('pending');
  expect(lead.partnerOrganizationId).toBe('66b0c4d2e8f1a35790d4d001');
  expect(lead.agentId).toBe('66b0c4d2e8f1a35790d4e101');
  expect(lead.customFields.consent).toBe(true);
});

test.describe('a lead whose submit is slow and fails', () => {
  // The browser logs the failed post.
  test.use({ expectedInConsole: /ERR_FAILED/ });

  test('a form accepts no input while its lead is being sent, and accepts it again after a failure', async ({
    page,
    vendor,
  }) => {
    const lastName = uniqueName('Ash');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, lastName);
    const company = page.getByRole('textbox', { name: 'Company' });
    const form = page.locator('#lead-form');
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/leads/new', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await held;
      return route.abort();
    });
    await company.press('Enter');
    await expect(form.getByRole('status').filter({ hasText: 'Submitting' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Submit lead' })).toBeFocused();
    await company.focus();
    await page.keyboard.type('lost');
    await expect(company).not.toBeFocused();
    await expect(company).toHaveValue('Alder Logistics');
    answer();
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(company).toHaveValue('Alder Logistics');
    await company.fill('Ash & Sons');
    await page.unrouteAll();
    await form.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    expect((await vendor.leadOf(lastName)).customFields.companyName).toBe('Ash & Sons');
  });
});

test('a double click and going back to submit again make one lead', async ({ page, vendor }) => {
  const lastName = uniqueName('Birch');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).dblclick();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();

  await page.goBack();
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expectAccepted(page, lastName);
  expect((await vendor.listLeads()).filter((lead) => lead.lastName === lastName)).toHaveLength(1);
});

test('while the service accepts no leads one is saved, shown as pending, and sent once it does', async ({
  page,
  vendor,
}) => {
  test.setTimeout(90_000);
  const lastName = uniqueName('Cedar');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await vendor.setFaults({ rateLimitedRate: 1, onlyRoutes: ['create'] });
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /saved/i })).toBeVisible();

  await page.goto('/leads');
  await expect(page.getByText(lastName).first()).toBeVisible();
  expect((await vendor.listLeads()).filter((lead) => lead.lastName === lastName)).toHaveLength(0);

  await page.goBack();
  await vendor.setFaults({ rateLimitedRate: 0, onlyRoutes: [] });
  // The desk retries at growing intervals.
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible({ timeout: 40_000 });
  await vendor.leadOf(lastName);
});

test('a lead whose answer was lost after the portal stored it stays visible and is never sent again', async ({
  page,
  vendor,
}) => {
  const lastName = uniqueName('Damson');
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await fillRequired(page, lastName);
  await vendor.setFaults({ dropAfterStore: 1 });
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /^Confirming delivery of / })).toBeVisible();
  expect((await vendor.listLeads()).filter((lead) => lead.lastName === lastName)).toHaveLength(1);
});

test.describe('a form of an earlier version of the desk', () => {
  test.use({ expectedInConsole: /status of 409/ });

  test('says that nothing was sent, and keeps the answers over the reload', { tag: '@rest' }, async ({
    page,
    vendor,
  }) => {
    const lastName = uniqueName('Rowan');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, lastName);
    // As another build would have named its actions.
    const earlier = 'f'.repeat(42);
    await page.route('**/leads/new', (route) => {
      const headers = route.request().headers();
      return route.continue(
        headers['next-action'] ? { headers: { ...headers, 'next-action': earlier } } : undefined,
      );
    });
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByText(/new version was installed.*nothing was sent/)).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes').check();
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    expect((await vendor.leadOf(lastName)).status).toBe('pending');
  });
});
