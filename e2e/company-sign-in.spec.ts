import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { test } from './own-desk';

const ADMIN = { subject: 'a-1', name: 'Ada Reed', email: 'ada@vendor.example', emailVerified: true };
const NORA = { subject: 'n-1', name: 'Nora Vale', email: 'nora@northwind.example', emailVerified: true };
const NOT_NORA = { ...NORA, subject: 'n-2', name: 'Nora’s new account' };

test.use({
  deskTask: {
    name: 'company-sign-in',
    adminEmails: ADMIN.email,
    accounts: [ADMIN, NORA, NOT_NORA],
  },
});

/** Goes from the desk's sign-in page to the company's, and back as this person. */
async function signInAtCompany(page: Page, { name }: { name: string }): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Northwind' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.getByRole('button', { name, exact: true }).click();
}

test('a person who cancels at the company can start again; a second company account with their address is refused', {
  tag: '@rest',
}, async ({ page, browser }) => {
  await page.goto('/leads');
  await signInAtCompany(page, { name: 'Cancel' });
  await expect(page.getByRole('status')).toContainText('was canceled or denied');
  await signInAtCompany(page, NORA);
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible();
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto('/leads');
  await signInAtCompany(stranger, NOT_NORA);
  await expect(stranger.getByRole('status')).toContainText('linked to a different company account');
  await stranger.goto('/leads');
  await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.close();
});

test('an answer of the company that a stranger made up is no sign-in, and no fault that an admin is told of', {
  tag: '@rest',
}, async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  for (const query of ['code=x&state=y&iss=https://evil.example', 'response=a.b.c', 'code=x']) {
    await stranger.goto(`/api/auth/callback/company?${query}`);
    await expect(stranger.getByRole('status')).toContainText('Start again.');
  }
  await elsewhere.close();
  await page.goto('/admin/audit');
  await signInAtCompany(page, ADMIN);
  const entries = page.getByRole('table');
  await expect(entries).toContainText('Signed in');
  await expect(entries).not.toContainText('Company sign-in failed');
});
