import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { linkOf, mailTo } from './mailbox';
import { test } from './own-desk';

/** One for each flow, because links per address are rate limited. */
const EXPECTED = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name}@vendor.example`);
const [ONE = '', TWO = '', THREE = '', FOUR = '', FIVE = '', SIX = ''] = EXPECTED;

test.use({ deskTask: { name: 'mail-sign-in', adminEmails: EXPECTED.join(',') } });

async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your work email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test('a link in a mail signs in once, and returns to the requested page', async ({ page, vendor }) => {
  await page.goto('/admin/submissions');
  await askForLink(page, ONE);
  const mail = await mailTo(vendor, ONE);
  expect(mail.subject).toBe('Sign in to Partner Desk');
  await page.goto(linkOf(mail));
  await expect(page.getByText(`You’re about to sign in as ${ONE}.`)).toBeVisible();
  await signInButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submissions' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/submissions$/);
  await page.goto(linkOf(mail));
  await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
});

test('in another browser the link is refused and says where to open it; there it still works', async ({
  page,
  browser,
  vendor,
}) => {
  await page.goto('/admin');
  await askForLink(page, TWO);
  const link = linkOf(await mailTo(vendor, TWO));
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(
    other.getByRole('heading', { name: 'Open this link in the browser you requested it from' }),
  ).toBeVisible();
  await expect(signInButton(other)).toHaveCount(0);
  await elsewhere.close();
  await page.goto(link);
  await signInButton(page).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('an unknown address gets the same answer, and no mail', async ({ page, vendor }) => {
  const unknown = 'stranger@nowhere.example';
  await page.goto('/leads');
  await askForLink(page, unknown);
  const toStranger = await page.getByRole('main').textContent();
  await page.goto('/leads');
  await askForLink(page, THREE);
  expect(await page.getByRole('main').textContent()).toBe(toStranger);
  // Requested later and already delivered, so a mail to the other address would be here too.
  await mailTo(vendor, THREE);
  expect((await vendor.listMails()).flatMap(({ to }) => to)).not.toContain(unknown);
});

test('however often strangers request links for a person, the browser that person signed in with before gets one', async ({
  page,
  browser,
  vendor,
}) => {
  await page.goto('/admin');
  await askForLink(page, FIVE);
  await page.goto(linkOf(await mailTo(vendor, FIVE)));
  await signInButton(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  // Their session ends; the browser keeps its other cookies.
  await page.context().clearCookies({ name: 'next-auth.session-token' });
  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  for (let n = 0; n < 6; n += 1) {
    await stranger.goto('/leads');
    await askForLink(stranger, FIVE);
  }
  await elsewhere.close();
  const mailsTo = async () => (await vendor.listMails()).filter(({ to }) => to.includes(FIVE)).length;
  // The one from before, and the four that the limit still allows.
  await expect.poll(mailsTo).toBe(5);
  await page.goto('/admin');
  await askForLink(page, FIVE);
  await expect.poll(mailsTo).toBe(6);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a link in a mail signs in as well', async ({ page, vendor }) => {
    await page.goto('/admin');
    await askForLink(page, FOUR);
    await page.goto(linkOf(await mailTo(vendor, FOUR)));
    await signInButton(page).click();
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test('the mail is in the language chosen on the sign-in page', async ({ page, vendor }) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Pseudo', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  await page.locator('input[name="email"]').fill(SIX);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/signin\/sent$/);
  expect((await mailTo(vendor, SIX)).subject).toMatch(/^\[.*Partner Desk.*\]$/);
});
