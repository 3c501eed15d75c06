import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { open } from './submitting';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** It opens natively, so that a press before the scripts have loaded counts. */
const opener = (page: Page) => page.locator('summary', { hasText: 'Paste a signature' });
const BOX = 'Email signature, vCard or text of a QR code';
const filledIn = (page: Page) => page.getByRole('region', { name: /^Filled in from the text you pasted/ });

/** A name as people have them: without digits. */
const nameOf = (stem: string) =>
  uniqueName(stem).replace(/\d/g, (digit) => String.fromCharCode('a'.charCodeAt(0) + Number(digit)));

const signatureOf = (lastName: string) => `Best regards,
Nora ${lastName}
Head of Operations
Alder Logistics Ltd
T: +44 20 7946 0958
nora.${lastName.toLowerCase()}@example.com
www.alder.example
12 Harbour Road, Bristol, United Kingdom
This remark stays on the page`;

/** Puts a text into the clipboard and pastes it into the focused box. */
async function paste(page: Page, text: string): Promise<void> {
  await expect(page.getByLabel(BOX)).toBeFocused();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

test('a pasted signature fills in empty fields only, marks them, is looked up and kept like what is typed, and is undone at once', async ({
  page,
}) => {
  const lastName = nameOf('Acacia');
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  const sent: (string | null)[] = [];
  page.on('request', (request) => sent.push(request.postData()));
  await page.getByLabel('Company').fill('Typed by hand');
  await opener(page).click();
  const known = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/duplicates') && Boolean(request.postData()?.includes('example.com')),
  );
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/api/drafts/') && Boolean(response.request().postData()?.includes(lastName)),
  );
  await paste(page, signatureOf(lastName));

  await expect(filledIn(page)).toBeFocused();
  await expect(page.getByLabel(BOX)).toHaveCount(0);
  await expect(page.getByLabel('First name')).toHaveValue('Nora');
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expect(page.getByLabel('Email')).toHaveValue(`nora.${lastName.toLowerCase()}@example.com`);
  await expect(page.getByLabel('Phone')).toHaveValue('+44 20 7946 0958');
  await expect(page.getByLabel('Website')).toHaveValue('www.alder.example');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue(/GB|United Kingdom/);
  await expect(page.getByLabel('Company')).toHaveValue('Typed by hand');
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/From pasted text/);
  await expect(page.getByLabel('Company')).not.toHaveAccessibleDescription(/From pasted text/);
  await known;
  expect((await saved).ok()).toBe(true);

  // What is changed by hand is the person's own, and stays.
  await page.getByLabel('First name').fill('Eleonora');
  await page.getByLabel('First name').press('Tab');
  await expect(page.getByLabel('First name')).not.toHaveAccessibleDescription(/From pasted text/);
  await filledIn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(filledIn(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Eleonora');
  for (const label of ['Last name', 'Email', 'Phone', 'Website']) {
    await expect(page.getByRole('textbox', { name: label })).toHaveValue('');
  }
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('');
  await expect(page.getByLabel('Company')).toHaveValue('Typed by hand');
  expect(sent.filter((body) => body?.includes('stays on the page'))).toEqual([]);
});
