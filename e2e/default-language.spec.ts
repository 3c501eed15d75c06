import { expect, expectAccessible } from './fixtures';
import { test } from './own-desk';

// On a desk of its own: the default language is that of every flow.
test.use({ deskTask: { name: 'default-language' } });

test('an admin who writes in German says so once, and others see it as a fallback', async ({ openAs }) => {
  test.setTimeout(120_000);
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/fields');
  const textsIn = admin.getByRole('navigation', { name: 'Texts in' });
  await expect(textsIn.getByRole('link').first()).toHaveText(/English\s*Default/);
  await admin.getByLabel('Default language').selectOption('Deutsch');
  await admin.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(admin.getByText('Saved. The default language is German.')).toBeVisible();
  await expect(textsIn.getByRole('link').first()).toHaveText(/Deutsch\s*Default/);
  for (const width of [320, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    await expectAccessible(admin);
  }

  await admin.getByRole('link', { name: 'Company', exact: true }).first().click();
  await admin.getByLabel('Label', { exact: true }).fill('Firma des Kunden');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Saved. Takes effect on the next page load')).toBeVisible();
  await textsIn.getByRole('link', { name: 'English' }).click();
  await expect(admin).toHaveURL(/texts=en/);
  const label = admin.getByLabel('Label', { exact: true });
  await expect(label).toHaveAccessibleDescription('Shown: “Firma des Kunden” (from German)');
  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads/new');
  await expect(agent.getByLabel('Firma des Kunden')).toBeVisible();

  await label.fill('Company name');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Saved. Takes effect on the next page load')).toBeVisible();
  await agent.reload();
  await expect(agent.getByLabel('Company name')).toBeVisible();
  await admin.goto('/admin/audit');
  await expect(admin.getByRole('table', { name: 'Audit log' })).toContainText(
    'Changed the default language of labels and status names: Deutsch.',
  );
});
