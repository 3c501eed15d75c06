import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test } from './fixtures';

/** One step of the list, by its title. */
const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function checkNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check now' }).click();
}

const TOKEN = 'API key';
const ACCESS = 'Access to the portal';

test.describe('setting the desk up', () => {
  test('an admin sees what is wrong with the key, fixes it, and sees the step done', async ({
    page,
    vendor,
  }) => {
    // Three rounds of checks, and axe twice.
    test.slow();
    await signInAs(page, 'Robin Hale');
    await page.goto('/admin/setup');
    await expect(page.getByRole('heading', { name: 'Setup', level: 1 })).toBeVisible();
    await checkNow(page);
    await expect(page.getByText(/^Checked\. Nothing is failing; \d steps? needs? attention\./)).toBeVisible();
    await expect(step(page, TOKEN)).toContainText('(Done)');
    await expectAccessible(page);

    await vendor.setFaults({ errorRate: 1, errorStatus: 401, onlyRoutes: ['token'] });
    await checkNow(page);
    await expect(page.getByText('Checked. 1 step is failing: see below.')).toBeVisible();
    await expect(step(page, TOKEN)).toContainText('The key was rejected');
    await expect(step(page, TOKEN)).toContainText('Developer / API Keys');
    await expect(step(page, TOKEN)).toContainText('Next');
    await expectAccessible(page);

    await vendor.setFaults({ errorRate: 0, errorStatus: 0, onlyRoutes: [] });
    await checkNow(page);
    await expect(page.getByText(/^Checked\. Nothing is failing; \d steps? needs? attention\./)).toBeVisible();
    await expect(step(page, TOKEN)).toContainText('(Done)');
  });

  test('a token that the portal refuses is distinguished from a refused key', async ({ page, vendor }) => {
    await signInAs(page, 'Robin Hale');
    await vendor.setFaults({ refuseTokens: 403, onlyRoutes: ['schema'] });
    await page.goto('/admin/setup');
    await checkNow(page);
    await expect(step(page, ACCESS)).toContainText('The key has no access to this portal.');
    await expect(step(page, TOKEN)).toContainText('(Done)');
    await vendor.setFaults({ refuseTokens: 0, onlyRoutes: [] });
    await checkNow(page);
    await expect(step(page, ACCESS)).toContainText('(Done)');
  });

  test('how each field of the form was understood can be expanded', async ({ page }) => {
    await signInAs(page, 'Robin Hale');
    await page.goto('/admin/setup');
    await checkNow(page);
    await expect(page.getByText(/^Checked\./)).toBeVisible();
    const form = step(page, 'Lead form').first();
    await form.getByRole('heading').click();
    await form.getByText(/^Show all/).click();
    await expect(form.getByText(/Last name \(lastName\): text, required/)).toBeVisible();
  });

  test('a test mail is sent to the admin’s own address', async ({ page, vendor }) => {
    await signInAs(page, 'Robin Hale');
    await page.goto('/admin/setup');
    await checkNow(page);
    await expect(page.getByText(/^Checked\./)).toBeVisible();
    await step(page, 'Mail server').getByRole('heading').click();
    await page.getByRole('button', { name: 'Send a test email to robin.hale@vendor.example' }).click();
    await expect(page.getByText('A test email to robin.hale@vendor.example is on its way.')).toBeVisible();
    await expect
      .poll(async () => (await vendor.listMails()).at(0))
      .toMatchObject({ to: ['robin.hale@vendor.example'], subject: 'Test email from Partner Desk' });
  });

  test('on a phone nothing overflows the page', async ({ openAs }) => {
    const page = await openAs('Robin Hale', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.goto('/admin/setup');
    await checkNow(page);
    await expect(page.getByText(/^Checked\./)).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  test('without JavaScript the list is shown and everything is checked', async ({ openAs }) => {
    const page = await openAs('Robin Hale', { javaScriptEnabled: false });
    await page.goto('/admin/setup');
    await checkNow(page);
    await expect(page.getByText(/^Checked\. Nothing is failing; \d steps? needs? attention\./)).toBeVisible();
    await expect(step(page, TOKEN)).toContainText('(Done)');
  });

  test.describe('for an agent', () => {
    test.use({ expectedInConsole: [/404/] });
    test('the page does not exist', async ({ page }) => {
      await signInAs(page, 'Maya Lindqvist');
      await page.goto('/admin/setup');
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    });
  });
});
