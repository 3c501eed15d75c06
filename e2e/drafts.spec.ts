import { chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowserWithWindows } from '@/tests/support/browser';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, openForm } from './lead-form';
import { holdScripts } from './submitting';

const CONSENT = 'Agreed to be contacted';

test.describe('ticks and choices are restored, and the consent is not', () => {
  test('when the browser restores the whole page from its cache', async ({ baseURL }) => {
    // Playwright disables that cache in its own browser, and one without windows has none.
    const browser = await chromium.launch({
      executablePath: findBrowserWithWindows(),
      args: browserArgs(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const page = await browser.newPage({ baseURL });
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    const lastName = await answer(page);
    // Chrome does not keep a page that still sends something as it is left: then its draft restores the answers.
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible();
    await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
    await page.goto('/accessibility');
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/leads\/new$/);
    await expectAnswers(page, lastName);
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
    await browser.close();
  });

  test('after a reload, which says so, also if it was answered before the scripts loaded and left immediately', async ({
    page,
  }) => {
    await signInAs(page, 'Maya Lindqvist');
    const release = await holdScripts(page);
    await page.goto('/leads/new', { waitUntil: 'commit' });
    const lastName = await answer(page);
    release();
    await formReady(page);
    await expect(consent(page).getByLabel('Yes')).toBeChecked();
    await page.unroute('**/*.js');
    await page.reload();
    await expectAnswers(page, lastName);
    await expect(page.getByText(`Enter or confirm again: “${CONSENT}”`)).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('consent');
  });
});

function consent(page: Page) {
  return page.getByRole('radiogroup', { name: CONSENT });
}

/** Answers one field of each kind of tick or choice. */
async function answer(page: Page): Promise<string> {
  const lastName = uniqueName('Tansy');
  await page.locator('#lead-form details').evaluate((fold) => fold.setAttribute('open', ''));
  await fillRequired(page, lastName);
  await page.getByRole('checkbox', { name: 'Wants the newsletter' }).check();
  await page.getByRole('group', { name: 'Interested in' }).getByRole('checkbox').nth(1).check();
  await page.getByRole('radiogroup', { name: 'Urgency' }).getByLabel('This year').check();
  return lastName;
}

async function expectAnswers(page: Page, lastName: string): Promise<void> {
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expectTicks(page);
  await expect(consent(page).getByRole('radio')).toHaveCount(2);
  await expect(consent(page).getByRole('radio', { checked: true })).toHaveCount(0);
}

async function expectTicks(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox', { name: 'Wants the newsletter' })).toBeChecked();
  await expect(
    page.getByRole('group', { name: 'Interested in' }).getByRole('checkbox', { checked: true }),
  ).toHaveCount(1);
  await expect(page.getByRole('radiogroup', { name: 'Urgency' }).getByLabel('This year')).toBeChecked();
  await expect(page.getByRole('radiogroup', { name: 'Platform' }).getByRole('radio').first()).toBeChecked();
}
