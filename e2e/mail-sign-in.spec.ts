import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { linkOf, mailTo } from './mailbox';
import { test } from './own-desk';

/** One for each flow, because links per address are rate limited. */
const [ONE, TWO] = ['one@vendor.example', 'two@vendor.example'];

test.use({ deskTask: { name: 'mail-sign-in', adminEmails: `${ONE},${TWO}` } });

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
  await askForLink(page, ONE);
  const mail = await mailTo(vendor, ONE);
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
  await expect(page.getByText(`You’re about to sign in as ${ONE}.`)).toBeVisible();
  await signInButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submissions' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/submissions$/);
  await page.goto(linkOf(mail));
  await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
});

test('however often strangers request links for a person, the browser that person signed in with before gets one', async ({
  page,
  browser,
  vendor,
}) => {
  await page.goto('/admin');
  await askForLink(page, TWO);
  await page.goto(linkOf(await mailTo(vendor, TWO)));
  await signInButton(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  // Their session ends; the browser keeps its other cookies.
  await page.context().clearCookies({ name: 'next-auth.session-token' });
  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  for (let n = 0; n < 6; n += 1) {
    await stranger.goto('/leads');
    await askForLink(stranger, TWO);
  }
  await elsewhere.close();
  const mailsTo = async () => (await vendor.listMails()).filter(({ to }) => to.includes(TWO)).length;
  // The one from before, and the four that the limit still allows.
  await expect.poll(mailsTo).toBe(5);
  await page.goto('/admin');
  await askForLink(page, TWO);
  await expect.poll(mailsTo).toBe(6);
});
