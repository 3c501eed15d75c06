import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { linkOf, mailTo } from './mailbox';
import { test } from './own-desk';

const ADMIN = 'one@vendor.example';

test.use({ deskTask: { name: 'mail-sign-in', adminEmails: ADMIN } });

async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your work email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test('a link in a mail signs in once, in the browser that requested it, and returns to the requested page', {
  tag: '@embedded',
}, async ({ page, browser, vendor }) => {
  await page.goto('/admin/submissions');
  await askForLink(page, ADMIN);
  const mail = await mailTo(vendor, ADMIN);
  expect(mail.subject).toBe('Sign in to Partner Desk');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(linkOf(mail));
  await expect(
    other.getByRole('heading', { name: 'Open this link in the browser you requested it from' }),
  ).toBeVisible();
  await expect(signInButton(other)).toHaveCount(0);
  await elsewhere.close();
  await page.goto(linkOf(mail));
  await expect(page.getByText(`You’re about to sign in as ${ADMIN}.`)).toBeVisible();
  await signInButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submissions' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/submissions$/);
  await page.goto(linkOf(mail));
  await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
});
