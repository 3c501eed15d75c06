import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs } from './fixtures';
import { fillRequired } from './lead-form';
import { test } from './own-desk';

test.use({ deskTask: { name: 'drafts-transferred', demo: true } });

async function transferToTom(admin: Page): Promise<void> {
  await admin.goto('/admin/people?view=people&q=Maya');
  await admin.getByRole('link', { name: 'Maya Lindqvist', exact: true }).click();
  await admin.getByRole('link', { name: 'Maya Lindqvist, Harbour & Finch Advisory' }).click();
  const colleague = admin.getByLabel('Colleague', { exact: true });
  await colleague.selectOption(
    await colleague.getByRole('option', { name: 'Tom Okafor' }).getAttribute('value'),
  );
  await admin.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(admin.getByText(/1 draft was transferred/)).toBeVisible();
}

const consentTo = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes').check();

test.describe('a draft that is transferred while its form is open', () => {
  test.use({ expectedInConsole: /status of 410/ });

  test('is the colleague’s; who types on is told, keeps it in the tab, and is asked before it is a second lead', {
    tag: '@rest',
  }, async ({ page, openAs }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    const saved = page.waitForResponse((response) => response.url().includes('/api/drafts/'));
    await fillRequired(page, 'Sorrel');
    await saved;
    await transferToTom(await openAs('Robin Hale'));
    await page.getByLabel('First name').fill('Ann');
    const notice = page.getByRole('region', { name: /^This draft was transferred to a colleague/ });
    await expect(notice).toContainText('stays in this tab only');
    await expect(notice.getByRole('link')).toHaveCount(0);
    await expectAccessible(page);
    const tom = await openAs('Tom Okafor');
    await tom.goto('/drafts');
    await expect(tom.getByRole('list', { name: 'Drafts' })).toContainText('Sorrel');
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Ann');
    await consentTo(page);
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(notice).toContainText('What you entered wasn’t sent');
    await expect(notice).toHaveCount(1);
  });
});
