import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, leadNamed, openEdit, openForm } from './lead-form';

const CONSENT = 'Agreed to be contacted';

test.describe('a draft on the server', () => {
  test.use({ expectedInConsole: [/status of 410 .*\/api\/drafts\//] });

  test('is continued on another device, without the consent, and ends with the submission', async ({
    page,
    openAs,
  }) => {
    const lastName = uniqueName('Aster');
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    await savedWhile(page, () => fillRequired(page, lastName));
    const phone = await openAs('Maya Lindqvist', { viewport: { width: 360, height: 740 } });
    await phone.goto('/drafts');
    await expect(phone.getByRole('link', { name: /^Drafts \d+$/ })).toBeVisible();
    const row = rowOf(phone, lastName);
    await expect(row).toContainText('New lead');
    await expect(row).toContainText('1 required answer missing');
    await expect(row).toContainText('Chrome on Linux');
    await row.getByRole('link', { name: /^Continue the draft/ }).click();
    await expect(phone.getByText(/This is your draft saved from Chrome on Linux/)).toContainText(CONSENT);
    await expect(phone.getByLabel('Last name')).toHaveValue(lastName);
    await expect(consent(phone).getByRole('radio', { checked: true })).toHaveCount(0);
    await consent(phone).getByLabel('Yes').check();
    await phone.getByRole('button', { name: 'Submit lead' }).click();
    await expect(phone.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    const submitted = new URL(phone.url()).pathname;
    await phone.goto('/drafts');
    await expect(phone.getByText(lastName)).toHaveCount(0);

    // The first device still shows it, and learns of it with the next key: the same answers are the same lead.
    await page.getByLabel('First name').fill('Ann');
    await expect(page.getByRole('heading', { name: 'This draft was already submitted' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'View that lead' })).toHaveAttribute('href', submitted);
    await consent(page).getByLabel('Yes').check();
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /^You already submitted/ })).toBeVisible();
    await page.getByLabel('First name').fill('');
    await consent(page).getByLabel('Yes').check();
    await page.locator('#lead-form').getByRole('button', { name: 'Submit as a new lead' }).click();
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(submitted);
  });

  test('“Save draft” says when, and nothing is sent while nothing changed', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'nothing to save' })).toBeVisible();
    await page.getByLabel('Last name').fill(uniqueName('Briar'));
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('status').filter({ hasText: /Draft saved \d/ })).toBeVisible();
    const before = sent.length;
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByLabel('Last name').focus();
    await page.getByLabel('Email').focus();
    expect(sent.length).toBe(before);
    await expectAccessible(page);
  });

  test('is deleted by hand, after a question', async ({ page }) => {
    const lastName = uniqueName('Clover');
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    await savedWhile(page, () => page.getByLabel('Last name').fill(lastName));
    await page.goto('/drafts');
    await rowOf(page, lastName)
      .getByRole('button', { name: `Delete the draft “${lastName}”` })
      .click();
    const dialog = page.getByRole('dialog', { name: `Delete the draft “${lastName}”?` });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('The draft was deleted.')).toBeVisible();
    await expect(page.getByText(lastName)).toHaveCount(0);
    // Nor does this tab bring it back.
    await page.goto('/leads/new');
    await expect(page.getByRole('button', { name: 'Submit lead' })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('');
  });

  test('of one person is nobody else’s', async ({ page, openAs }) => {
    const lastName = uniqueName('Dahlia');
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    await savedWhile(page, () => page.getByLabel('Last name').fill(lastName));
    await page.goto('/drafts');
    const address = await rowOf(page, lastName)
      .getByRole('link', { name: /^Continue/ })
      .getAttribute('href');
    const manager = await openAs('Ines Carvalho');
    await manager.goto('/drafts');
    await expect(manager.getByText(lastName)).toHaveCount(0);
    await manager.goto(address ?? '');
    await expect(manager.getByText('This draft is no longer here')).toBeVisible();
    await expect(manager.getByLabel('Last name')).toHaveValue('');
  });

  test('of an edit is offered with its lead, and is not filled in once the lead has changed', async ({
    page,
    openAs,
    vendor,
  }) => {
    const lastName = uniqueName('Elder');
    const lead = await vendor.createLead(leadNamed(lastName));
    await signInAs(page, 'Maya Lindqvist');
    await openEdit(page, lead.id, 'Alder');
    await savedWhile(page, () => page.getByLabel('Company').fill('Typed Ltd'));
    const phone = await openAs('Maya Lindqvist');
    await phone.goto(`/leads/${lead.id}/edit`);
    await phone.getByRole('link', { name: 'Open that draft' }).click();
    await expect(phone.getByLabel('Company')).toHaveValue('Typed Ltd');
    await vendor.changeLead(lead.id, { customFields: { companyName: 'Theirs Ltd' } });
    await openEdit(phone, lead.id, 'Theirs Ltd');
    await expect(phone.getByText('This lead has changed since you started editing')).toBeVisible();
    await expect(phone.getByText('Typed Ltd')).toBeVisible();
    await phone.getByLabel('Company').fill('Final Ltd');
    await phone.getByRole('button', { name: 'Save changes' }).click();
    await phone.waitForURL((url) => url.pathname === `/leads/${lead.id}`);
    await phone.goto('/drafts');
    await expect(phone.getByText(lastName)).toHaveCount(0);
  });
});

test.describe('two devices with one draft', () => {
  test.use({ expectedInConsole: [/status of 409/] });

  test('keep both, and the second asks where to go on', async ({ page, openAs }) => {
    const lastName = uniqueName('Fennel');
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    await savedWhile(page, () => page.getByLabel('Last name').fill(lastName));
    const phone = await openAs('Maya Lindqvist');
    await phone.goto('/drafts');
    await rowOf(phone, lastName)
      .getByRole('link', { name: /^Continue/ })
      .click();
    await formReady(phone);
    await savedWhile(phone, () => phone.getByLabel('Company').fill('From the phone'));
    await page.getByLabel('Company').fill('From the desk');
    const notice = page.getByRole('region', { name: /This draft was saved from Chrome on Linux/ });
    await expect(notice).toContainText('Both are kept');
    await expect(page.getByLabel('Company')).toHaveValue('From the desk');
    await notice.getByRole('button', { name: 'Continue here' }).click();
    await expect(notice).toHaveCount(0);
    await page.goto('/drafts');
    await expect(page.getByRole('listitem').filter({ hasText: 'From the desk' })).toContainText(lastName);
    await expect(page.getByRole('listitem').filter({ hasText: 'From the phone' })).toContainText(lastName);
  });
});

test.describe('two tabs with one draft', () => {
  test.use({ expectedInConsole: [/status of 4(09|10)/] });

  test('the second one keeps what it went on with, also if the first is submitted and it is loaded again', async ({
    page,
    openAs,
  }) => {
    const lastName = uniqueName('Iris');
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    await savedWhile(page, () => fillRequired(page, lastName));
    await page.goto('/drafts');
    await rowOf(page, lastName)
      .getByRole('link', { name: /^Continue/ })
      .click();
    await formReady(page);
    const other = await openAs('Maya Lindqvist');
    await other.goto(page.url());
    await formReady(other);
    await savedWhile(page, () => page.getByLabel('First name').fill('One'));
    await savedWhile(other, () => other.getByLabel('First name').fill('Two'));
    await expect(other.getByRole('region', { name: /^This draft was saved/ })).toContainText('Both are kept');
    await consent(page).getByLabel('Yes').check();
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
    await other.reload();
    await expect(other.getByText('This draft is no longer here')).toBeVisible();
    await expect(other.getByLabel('First name')).toHaveValue('Two');
    await expect(other.getByLabel('Last name')).toHaveValue(lastName);
    // A copy of a draft that is gone is not brought back by a reload.
    await page.goto('/drafts');
    await rowOf(page, `Two ${lastName}`)
      .getByRole('link', { name: /^Continue/ })
      .click();
    await formReady(page);
    await savedWhile(page, () => page.getByLabel('Company').fill('Iris Ltd'));
    await other.goto('/drafts');
    await rowOf(other, `Two ${lastName}`)
      .getByRole('button', { name: /^Delete the draft/ })
      .click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(other.getByText('The draft was deleted.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('This draft is no longer here')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a draft is saved by its button, listed, continued and deleted', async ({ page }) => {
    const lastName = uniqueName('Gorse');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await fillRequired(page, lastName);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText(/Draft saved \d/)).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await expect(consent(page).getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByLabel('First name').fill('Nora');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.goto('/drafts');
    const row = rowOf(page, lastName);
    await expect(row).toContainText(`Nora ${lastName}`);
    await row.getByRole('link', { name: /^Continue/ }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Nora');
    await page.goto('/drafts');
    await row.getByRole('button', { name: /^Delete the draft/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('The draft was deleted.')).toBeVisible();
    await expect(page.getByText(lastName)).toHaveCount(0);
  });

  test('two devices keep both', async ({ page, openAs }) => {
    const lastName = uniqueName('Heath');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await page.getByLabel('Last name').fill(lastName);
    await page.getByRole('button', { name: 'Save draft' }).click();
    const phone = await openAs('Maya Lindqvist', { javaScriptEnabled: false });
    await phone.goto(page.url());
    await phone.getByLabel('First name').fill('Phone');
    await phone.getByRole('button', { name: 'Save draft' }).click();
    await page.getByLabel('First name').fill('Desk');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText(/This draft was saved from .* in the meantime/)).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Desk');
    await page.goto('/drafts');
    await expect(page.getByRole('heading', { name: `Phone ${lastName}`, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: `Desk ${lastName}`, exact: true })).toBeVisible();
  });
});

function consent(page: Page) {
  return page.getByRole('radiogroup', { name: CONSENT });
}

function rowOf(page: Page, name: string) {
  return page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').filter({ hasText: name });
}

/** Types, and waits until all of it is saved. */
async function savedWhile(page: Page, type: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.url().includes('/api/drafts/') && response.status() === 200,
  );
  await type();
  await saved;
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('status').filter({ hasText: /Draft saved/ })).toBeVisible();
}
