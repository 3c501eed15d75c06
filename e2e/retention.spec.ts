import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test } from './fixtures';

const timeOf = (page: Page, kind: string) => page.getByRole('combobox', { name: kind });
const sure = (page: Page) => page.getByRole('checkbox', { name: 'Delete older data' });

/** With and without scripts. Returns when another click counts again: the same answer may be on the page before. */
async function save(page: Page, answer: RegExp): Promise<void> {
  // One at a time: a question has a button of its own, beside its checkbox.
  const button = page.getByRole('button', { name: 'Save' });
  const posted = page.waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  await posted;
  await expect(page.getByText(answer)).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
}

async function openRetention(page: Page): Promise<void> {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/retention');
  await expect(page.getByRole('heading', { name: 'Data retention', level: 1 })).toBeVisible();
}

/** Other flows expect the usual times. */
test.afterEach(async ({ openAs }) => {
  const page = await openAs('Robin Hale');
  await page.goto('/admin/retention');
  await timeOf(page, 'Notifications').selectOption('90 days');
  await timeOf(page, 'Audit log').selectOption('Forever');
  // Notifications kept for longer before are asked about, since some would be deleted now.
  await save(page, /^(Saved|Nothing changed)\.|restored: Notifications\.$/);
  if (!(await sure(page).isVisible())) return;
  await sure(page).check();
  await save(page, /^Saved\./);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('an admin keeps notifications longer, and people read how long', async ({ page, openAs }) => {
      await openRetention(page);
      await timeOf(page, 'Notifications').selectOption('180 days');
      await save(page, /^Saved\. What is older is deleted within a day\.$/);
      await expect(timeOf(page, 'Notifications')).toHaveValue('180');
      const agent = await openAs('Maya Lindqvist');
      await agent.goto('/notifications');
      await expect(agent.getByText(/180 days/)).toBeVisible();
    });

    test('an admin is asked before older rows are deleted, and nothing is saved until they agree', async ({
      page,
    }) => {
      await openRetention(page);
      await timeOf(page, 'Audit log').selectOption('2 years');
      await save(page, /restored: Audit log\.$/);
      // axe needs the page's scripts.
      if (javaScriptEnabled) await expectAccessible(page);
      await expect(timeOf(page, 'Audit log')).toHaveValue('730');
      // Without the tick it is asked again.
      await save(page, /restored: Audit log\.$/);
      await sure(page).check();
      await save(page, /^Saved\./);
      await page.goto('/admin/audit');
      await expect(page.getByText('Changed how long the audit log is kept.').first()).toBeVisible();
      await expect(page.getByText('Days kept: forever → 730').first()).toBeVisible();
    });
  });
}
