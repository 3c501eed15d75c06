import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';

/** One step of the list, by its title. */
const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function checkNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check now' }).click();
}

const TOKEN = 'API key';

test.describe('setting the desk up', () => {
  test('an admin sees what is wrong with the key, fixes it, and sees the check passed', async ({
    page,
    vendor,
  }) => {
    // Three rounds of checks.
    test.slow();
    await signInAs(page, 'Robin Hale');
    await page.goto('/admin/health');
    await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
    await checkNow(page);
    await expect(
      page.getByText(/^Checked\. Nothing is failing; \d checks? needs? attention\./),
    ).toBeVisible();
    await expect(step(page, TOKEN)).toContainText('(OK)');

    await vendor.setFaults({ errorRate: 1, errorStatus: 401, onlyRoutes: ['token'] });
    await checkNow(page);
    await expect(page.getByText('Checked. 1 check is failing: see below.')).toBeVisible();
    await expect(step(page, TOKEN)).toContainText('The key was rejected');
    await expect(step(page, TOKEN)).toContainText('Developer / API Keys');
    await expect(step(page, TOKEN)).toContainText('Next');

    await vendor.setFaults({ errorRate: 0, errorStatus: 0, onlyRoutes: [] });
    await checkNow(page);
    await expect(
      page.getByText(/^Checked\. Nothing is failing; \d checks? needs? attention\./),
    ).toBeVisible();
    await expect(step(page, TOKEN)).toContainText('(OK)');
  });
});
