import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, openForm } from './lead-form';

const CONSENT = 'Agreed to be contacted';

test.describe('a draft on the server', () => {
  test.use({ expectedInConsole: /status of 410 .*\/api\/drafts\// });

  test('is continued on another device, without the consent, and ends with the submission', {
    tag: '@embedded',
  }, async ({ page, openAs }) => {
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
    await row.getByRole('link', { name: /^Continue: / }).click();
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
});

test.describe('two devices with one draft', () => {
  test.use({ expectedInConsole: /status of 409/ });

  test('keep both, and the second asks where to go on', { tag: '@rest' }, async ({ page, openAs }) => {
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
    const notice = page.getByRole('region', { name: /This draft was also saved from Chrome on Linux/ });
    await expect(notice).toContainText('Both versions are saved');
    await expect(page.getByLabel('Company')).toHaveValue('From the desk');
    await notice.getByRole('button', { name: 'Continue here' }).click();
    await expect(notice).toHaveCount(0);
    await page.goto('/drafts');
    await expect(page.getByRole('listitem').filter({ hasText: 'From the desk' })).toContainText(lastName);
    await expect(page.getByRole('listitem').filter({ hasText: 'From the phone' })).toContainText(lastName);
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
