import type { Page } from '@playwright/test';
import { confirm } from './confirm';
import { expect, expectAccessible, test } from './fixtures';

async function changeTo(admin: Page, language: string, named: string): Promise<void> {
  await admin.goto('/admin/fields');
  await admin.getByLabel('Default language').selectOption(language);
  await admin.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(admin.getByText(`Saved. The default language is ${named}.`)).toBeVisible();
}

async function saveLabel(admin: Page, text: string): Promise<void> {
  await admin.getByLabel('Label', { exact: true }).fill(text);
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Saved. Takes effect on the next page load')).toBeVisible();
}

/** Other flows expect the default, and the portal's labels. */
test.afterEach(async ({ openAs }) => {
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/fields?field=companyName');
  await confirm(admin, 'Reset everything', 'Reset “');
  await expect(admin.getByText('Reset to the portal’s version.')).toBeVisible();
  await changeTo(admin, 'English', 'English');
});

test('an admin who writes in German says so once, and others see it as a fallback', async ({ openAs }) => {
  test.setTimeout(120_000);
  const admin = await openAs('Robin Hale');
  const languages = admin.getByRole('navigation', { name: 'Texts in' }).getByRole('link');
  await admin.goto('/admin/fields');
  await expect(languages.first()).toHaveText(/English\s*Default/);
  await changeTo(admin, 'Deutsch', 'German');
  await expect(languages.first()).toHaveText(/Deutsch\s*Default/);
  for (const width of [320, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    await expectAccessible(admin);
  }

  await admin.goto('/admin/fields?field=companyName');
  await saveLabel(admin, 'Firma des Kunden');
  await languages.filter({ hasText: 'English' }).click();
  await expect(admin).toHaveURL(/texts=en/);
  await expect(admin.getByLabel('Label', { exact: true })).toHaveAccessibleDescription(
    'Shown: “Firma des Kunden” (from German)',
  );
  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads/new');
  await expect(agent.getByLabel('Firma des Kunden')).toBeVisible();

  await saveLabel(admin, 'Company name');
  await agent.reload();
  await expect(agent.getByLabel('Company name')).toBeVisible();
  await admin.goto('/admin/audit');
  await expect(admin.getByRole('table', { name: 'Audit log' })).toContainText(
    'Changed the default language of labels and status names: Deutsch.',
  );
});
