import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';

const ANSWER = 'Answer of the schema endpoint';

/** An answer of the schema endpoint without the company, and with a new required field. */
const CHANGED = JSON.stringify({
  unifiedFields: [
    { fieldId: 'firstName', label: 'First name', type: 'text', required: true },
    { fieldId: 'lastName', label: 'Last name', type: 'text', required: true },
    { fieldId: 'vat', label: 'VAT number', type: 'text', required: true },
  ],
});

async function openRehearsal(page: Page): Promise<void> {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/fields');
  await page.getByRole('link', { name: 'Try a changed form' }).click();
  await expect(page.getByRole('heading', { name: 'Try a changed form', level: 1 })).toBeVisible();
}

async function tryForm(page: Page, text: string): Promise<void> {
  // Pasted at once: filling in a long text takes a minute.
  await page.getByRole('textbox', { name: ANSWER }).evaluate((field: HTMLTextAreaElement, pasted) => {
    field.value = pasted;
  }, text);
  await page.getByRole('button', { name: 'Try this form' }).click();
}

async function chooseFile(page: Page, bytes: number): Promise<void> {
  const buffer = Buffer.from(CHANGED.padEnd(bytes));
  await page
    .getByLabel('Or a file (optional)')
    .setInputFiles({ name: 'f.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Try this form' }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, expectedInConsole: [/413/] });

    test('an admin reads what a changed form would break, and nothing changes', async ({ page, openAs }) => {
      await openRehearsal(page);
      await tryForm(page, CHANGED);
      await expect(page.getByText('Something would break')).toBeVisible();
      const changes = page.getByRole('region', { name: 'What would change' });
      await expect(changes.getByText('“VAT number” was added (Text, required).')).toBeVisible();
      await expect(changes.getByText('“Company” was removed.')).toBeVisible();
      const settings = page.getByRole('region', { name: 'Your settings' });
      await expect(settings.getByText('Company: “Company” would be gone')).toBeVisible();
      await expect(page.getByRole('textbox', { name: ANSWER })).toHaveValue(CHANGED);
      const agent = await openAs('Maya Lindqvist');
      await agent.goto('/leads/new');
      await expect(agent.getByRole('textbox', { name: 'Company' })).toBeVisible();
      await expect(agent.getByRole('textbox', { name: 'VAT number' })).toHaveCount(0);
    });

    test('what is no form is refused in words, and stays to be corrected', async ({ page }) => {
      await openRehearsal(page);
      await tryForm(page, '<html>Bad gateway</html>');
      await expect(page.getByText('This isn’t JSON.')).toBeVisible();
      await expect(page.getByRole('textbox', { name: ANSWER })).toHaveValue('<html>Bad gateway</html>');
      await page.getByRole('button', { name: 'Load it from the portal now' }).click();
      await expect(page.getByText('This is the form in use')).toBeVisible();
    });

    for (const { bytes, said } of [
      { bytes: 950_000, said: 'The file is too large: up to 900 kB.' },
      // More than a form may hold: without scripts it is refused before it is read.
      {
        bytes: 1_100_000,
        said: javaScriptEnabled ? 'The file is too large: up to 900 kB.' : 'Up to 900 kB can be sent here.',
      },
    ])
      test(`a file of ${bytes} bytes is refused with the size that is allowed`, async ({ page }) => {
        await openRehearsal(page);
        await chooseFile(page, bytes);
        await expect(page.getByText(said)).toBeVisible();
      });

    test('exactly as many characters as the page allows are read, and one more is refused', async ({
      page,
    }) => {
      await openRehearsal(page);
      const lines = '\n'.repeat(500);
      await tryForm(page, CHANGED + lines + ' '.repeat(100_000 - CHANGED.length - lines.length));
      await expect(page.getByText('Something would break')).toBeVisible();
      await tryForm(page, CHANGED + ' '.repeat(100_001 - CHANGED.length));
      await expect(page.getByText('up to 100,000 characters. Choose a file instead.')).toBeVisible();
      // Only scripts look at the text before it is posted. One person may rehearse ten times at once.
      if (!javaScriptEnabled) return;
      await page.getByRole('button', { name: 'Load it from the portal now' }).click();
      await expect(page.getByText('This is the form in use')).toBeVisible();
    });
  });
}
