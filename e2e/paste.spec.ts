import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { expectAccepted, holdScripts, open } from './submitting';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** It opens natively, so that a press before the scripts have loaded counts. */
const opener = (page: Page) => page.locator('summary', { hasText: 'Paste a signature' });
const BOX = 'Email signature, vCard or text of a QR code';
const filledIn = (page: Page) => page.getByRole('region', { name: /^Filled in from your paste/ });

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

test('a pasted signature fills in empty fields only, marks them, and is undone at once', async ({ page }) => {
  const lastName = nameOf('Acacia');
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  const sent: (string | null)[] = [];
  page.on('request', (request) => sent.push(request.postData()));
  await page.getByLabel('Company').fill('Typed by hand');
  await opener(page).click();
  await expectAccessible(page);
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
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/From your paste/);
  await expect(page.getByLabel('Company')).not.toHaveAccessibleDescription(/From your paste/);
  await expectAccessible(page);

  // What is changed by hand is the person's own, and stays.
  await page.getByLabel('First name').fill('Eleonora');
  await page.getByLabel('First name').press('Tab');
  await expect(page.getByLabel('First name')).not.toHaveAccessibleDescription(/From your paste/);
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

test('a text that says nothing is said to, and Escape closes the box', async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  await opener(page).click();
  await paste(page, 'See you at the fair');
  await expect(page.getByRole('status').filter({ hasText: 'nothing for an empty field' })).toBeVisible();
  // Typed instead of pasted.
  await page.getByLabel(BOX).fill('MECARD:N:Winters,Nora;TEL:+442079460958;;');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Winters');
  await opener(page).click();
  await page.getByLabel(BOX).press('Escape');
  await expect(page.getByLabel(BOX)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await expect(page.getByLabel('Phone')).toHaveValue('+442079460958');
});

test('what is filled in is looked up and kept like what is typed', async ({ page }) => {
  const lastName = nameOf('Bay');
  await signInAs(page, 'Maya Lindqvist');
  await open(page);
  await opener(page).click();
  const [known, saved] = [
    page.waitForResponse((response) => response.url().endsWith('/api/known')),
    page.waitForResponse((response) => response.url().includes('/api/drafts/')),
  ];
  await paste(page, signatureOf(lastName));
  expect((await known).request().postData()).toContain('example.com');
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
});

test('its code is loaded when it is used, not before', async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text().catch(() => ''));
  });
  const isLoaded = () => scripts.some((script) => script.includes('MECARD'));
  await open(page);
  await page.getByLabel('Last name').fill('Typed');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('status').filter({ hasText: /Draft saved/ })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
  expect(isLoaded()).toBe(false);
  await opener(page).click();
  await expect(page.getByLabel(BOX)).toBeVisible();
  await expect.poll(isLoaded).toBe(true);
});

test('a press on the button before the scripts have loaded opens the box once they have', async ({
  page,
}) => {
  await signInAs(page, 'Maya Lindqvist');
  const release = await holdScripts(page);
  await page.goto('/leads/new', { waitUntil: 'commit' });
  await opener(page).click();
  await expect(page.getByLabel(BOX)).toHaveCount(0);
  release();
  await expect(page.getByLabel(BOX)).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a lead is submitted with six taps beside the paste', async ({ page }) => {
    const lastName = nameOf('Cherry');
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads');
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.tap();
    };
    await tap(page.getByRole('link', { name: 'New lead' }).first());
    await tap(opener(page));
    await paste(page, signatureOf(lastName));
    await expect(filledIn(page)).toBeFocused();
    // What only the agent knows.
    await tap(page.getByRole('radio', { name: 'Web store' }));
    await tap(page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes'));
    await tap(page.getByRole('button', { name: 'Submit lead' }));
    await expectAccepted(page, lastName);
    expect(taps).toBeLessThanOrEqual(6);
  });
});

test.describe('without a network', () => {
  test.use({ expectedInConsole: [/ERR_/] });

  test('the button says that it could not be loaded, and the form is as before', async ({
    page,
    context,
  }) => {
    await signInAs(page, 'Maya Lindqvist');
    await open(page);
    await page.getByLabel('Last name').fill('Typed');
    await context.setOffline(true);
    await opener(page).click();
    await expect(page.getByRole('status').filter({ hasText: 'couldn’t be loaded' })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Typed');
    await context.setOffline(false);
    await opener(page).click();
    await expect(page.getByLabel(BOX)).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('there is no button', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await expect(page.getByLabel('Last name')).toBeVisible();
    await expect(opener(page)).toBeHidden();
  });
});
