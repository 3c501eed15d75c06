import { chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowserWithWindows } from '@/tests/support/browser';
import { expect, readFormAgain, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady, openForm } from './lead-form';
import { holdScripts } from './submitting';

const CONSENT = 'Agreed to be contacted';

test.describe('ticks and choices are restored, and the consent is not', () => {
  test('after a reload, which says so', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    const lastName = await answer(page);
    await page.reload();
    await expectAnswers(page, lastName);
    await expect(
      page.getByText(`These answers aren’t kept in drafts. Enter them before you submit: “${CONSENT}”`),
    ).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('consent');
  });

  test('after leaving and going Back', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    const lastName = await answer(page);
    await page.goto('/accessibility');
    await page.goBack();
    await expectAnswers(page, lastName);
    await page.goForward();
    await page.goBack();
    await expectAnswers(page, lastName);
  });

  test('when the browser restores the whole page from its cache', async ({ baseURL }) => {
    // Playwright disables that cache in its own browser, and one without windows has none.
    const executablePath = findBrowserWithWindows();
    test.skip(executablePath === undefined, 'needs Chrome or Chromium');
    const browser = await chromium.launch({
      executablePath,
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

  test('in a copy of the tab', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    const lastName = await answer(page);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('/leads/new')),
    ]);
    await expectAnswers(copy, lastName);
  });

  test('when it was answered before the scripts loaded, and the page was left immediately', async ({
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
  });

  test('after the portal’s form changed under the open page, then a reload', async ({
    page,
    stack,
    vendor,
  }) => {
    await signInAs(page, 'Maya Lindqvist');
    await openForm(page);
    const lastName = await answer(page);
    await vendor.changeField('phone', { required: true });
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByText(/form changed/i)).toBeVisible();
    // The wording of the consent is unchanged.
    await expect(consent(page).getByLabel('Yes')).toBeChecked();
    await page.getByLabel('Phone').fill('+44 20 7946 0958');
    await readFormAgain(stack);
    await page.reload();
    await expect(page.getByLabel('Phone')).toHaveValue('+44 20 7946 0958');
    await expectAnswers(page, lastName);
  });
});

test('after a lead was sent, the next form has none of its ticks', async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await answer(page);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  await page.reload();
  await page.goBack();
  await formReady(page);
  await expect(page.getByLabel('Last name')).toHaveValue('');
  await expect(page.locator('#lead-form input[type=checkbox]:checked')).toHaveCount(0);
  await expect(
    page.getByRole('radiogroup', { name: 'Platform' }).getByRole('radio', { checked: true }),
  ).toHaveCount(0);
});

test('a consent whose wording changed under the open page must be given again', async ({ page, vendor }) => {
  const lastName = uniqueName('Sloe');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
  await fillRequired(page, lastName);
  await vendor.changeField('consent', { label: 'Agreed to be called' });
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByText('“Agreed to be called” has new wording. Answer it again.')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  const asked = page.getByRole('radiogroup', { name: 'Agreed to be called' });
  await expect(asked.getByRole('radio', { checked: true })).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an error keeps every tick and choice that was posted', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await page.getByText('More details').click();
    const lastName = await answer(page);
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await expectTicks(page);
    // This is still the same visit: nothing was restored.
    await expect(consent(page).getByLabel('Yes')).toBeChecked();
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
