import type { Page } from '@playwright/test';
import { loseNextAnswer } from '../tests/support/lost-answer';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import {
  correct,
  countLeads,
  expectAccepted,
  expectAsked,
  haveRefused,
  open,
  press,
  sendAgain,
} from './submitting';

/** One id, one set of answers: no lead is dropped in favour of another, and none is duplicated without a question. */

test.describe('with JavaScript', () => {
  // What is typed after the lost answer is another draft: the first one is submitted.
  test.use({ expectedInConsole: [/ERR_FAILED|status of 410 .*\/api\/drafts\//] });
  test.beforeEach(({ page }) => signInAs(page, 'Maya Lindqvist'));

  test('after Back different answers are another lead, and the same answers are not', async ({
    page,
    vendor,
  }) => {
    const [one, two] = [uniqueName('One'), uniqueName('Two')];
    await open(page);
    await fillRequired(page, one);
    await press(page);
    await expectAccepted(page, one);
    await page.goBack();
    await fillRequired(page, two);
    await press(page);
    await expectAccepted(page, two);
    await page.goBack();
    await fillRequired(page, one);
    await press(page);
    await expectAccepted(page, one);
    expect(await countLeads(vendor, one, two)).toEqual([1, 1]);
  });

  test('the same answers in a new form are the same lead while the first is still being sent', async ({
    page,
    vendor,
  }) => {
    const one = uniqueName('One');
    await vendor.setFaults({ rateLimitedRate: 1, retryAfter: '3', onlyRoutes: ['create'] });
    await open(page);
    await fillRequired(page, one);
    await press(page);
    await page.waitForURL(/\/submissions\//);
    const { pathname } = new URL(page.url());
    await open(page);
    await fillRequired(page, one);
    await press(page);
    await expect(page).toHaveURL((url) => url.pathname === pathname);
    await vendor.setFaults({ rateLimitedRate: 0, retryAfter: '', onlyRoutes: [] });
    await expect(page.getByRole('heading', { name: `${one} was submitted` })).toBeVisible({
      timeout: 20_000,
    });
    expect(await countLeads(vendor, one)).toEqual([1]);
  });

  test('a second tab opened from the first submits another lead, and does not repeat the same one', async ({
    page,
    vendor,
  }) => {
    const [one, two] = [uniqueName('One'), uniqueName('Two')];
    await open(page);
    await fillRequired(page, one);
    await expect
      .poll(() => page.evaluate(() => Object.values(sessionStorage).join(' ')), {
        message: 'a draft is kept',
      })
      .toContain(one);
    const tabs: Page[] = [];
    for (let count = 0; count < 2; count++) {
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(() => void window.open('/leads/new')),
      ]);
      await expect(tab.getByLabel('Last name')).toHaveValue(one);
      tabs.push(tab);
    }
    const [second, third] = tabs as [Page, Page];
    await press(page);
    await expectAccepted(page, one);
    await fillRequired(second, two);
    await press(second);
    await expectAccepted(second, two);
    await fillRequired(third, one);
    await press(third);
    await expectAccepted(third, one);
    expect(await countLeads(vendor, one, two)).toEqual([1, 1]);
  });

  test('after a lost answer the same answers are the same lead, also after a reload', async ({
    page,
    vendor,
  }) => {
    const one = uniqueName('One');
    await open(page);
    await fillRequired(page, one);
    await loseNextAnswer(page);
    await press(page);
    await expect(page.getByText('Everything you entered is still here')).toBeVisible();
    await loseNextAnswer(page);
    await press(page);
    await expect(page.getByText('Everything you entered is still here')).toBeVisible();
    await page.reload();
    await expect(page.getByText('We restored what you typed earlier in this tab.')).toBeVisible();
    await fillRequired(page, one);
    await press(page);
    await expectAccepted(page, one);
    expect(await countLeads(vendor, one)).toEqual([1]);
    await open(page);
    await expect(page.getByLabel('Last name')).toHaveValue('');
  });

  for (const reloads of [false, true]) {
    const when = reloads ? 'after a reload' : 'at once';
    test(`after a lost answer corrected answers, sent ${when}, need a decision and nothing typed is lost`, async ({
      page,
      vendor,
    }) => {
      const [one, corrected] = [uniqueName('One'), uniqueName('Corrected')];
      await open(page);
      await fillRequired(page, one);
      await loseNextAnswer(page);
      await press(page);
      await expect(page.getByText('Everything you entered is still here')).toBeVisible();
      if (reloads) {
        await page.reload();
        await expect(page.getByText('We restored what you typed earlier in this tab.')).toBeVisible();
      }
      await fillRequired(page, corrected);
      await press(page);

      await expectAsked(page, one);
      await expect(page.getByRole('region', { name: 'You already submitted' })).toBeFocused();
      await expect(page.getByLabel('Last name')).toHaveValue(corrected);
      await expect(page.getByLabel('Email')).toHaveValue(`${corrected.toLowerCase()}@example.com`);
      await expectAccessible(page);
      expect(await countLeads(vendor, one, corrected)).toEqual([1, 0]);
      const link = page.getByRole('link', { name: 'View that lead' });
      await expect(link).toHaveAttribute('href', `/leads/${(await vendor.leadOf(one)).id}`);

      await press(page, 'Submit as a new lead');
      await expectAccepted(page, corrected);
      expect(await countLeads(vendor, one, corrected)).toEqual([1, 1]);
    });
  }

  test('the question reappears after a reload and after opening that lead, and the first answers are no new lead', async ({
    page,
    vendor,
  }) => {
    const [one, corrected] = [uniqueName('One'), uniqueName('Corrected')];
    await open(page);
    await fillRequired(page, one);
    await loseNextAnswer(page);
    await press(page);
    await expect(page.getByText('Everything you entered is still here')).toBeVisible();
    await fillRequired(page, corrected);
    await press(page);
    await expectAsked(page, one);
    await page.reload();
    await sendAgain(page, corrected);
    await expectAsked(page, one);
    await page.getByRole('link', { name: 'View that lead' }).click();
    // The heading is the company; the person stands below it.
    await page.getByRole('main').getByText(one, { exact: true }).first().waitFor();
    await open(page);
    await sendAgain(page, corrected);
    await expectAsked(page, one);
    expect(await countLeads(vendor, one, corrected)).toEqual([1, 0]);
    await fillRequired(page, one);
    await press(page, 'Submit as a new lead');
    await expectAccepted(page, one);
    expect(await countLeads(vendor, one, corrected)).toEqual([1, 0]);
    await open(page);
    await expect(page.getByLabel('Last name')).toHaveValue('');
  });

  test('an unfinished correction appears in no other correction and no new lead', async ({
    page,
    vendor,
  }) => {
    const [a, b, fresh] = [uniqueName('RefusedA'), uniqueName('RefusedB'), uniqueName('Fresh')];
    const ofA = await haveRefused(page, vendor, a);
    const ofB = await haveRefused(page, vendor, b);
    await page.goto(ofA);
    await correct(page);
    await page.getByLabel('Company').fill('Typed for A');
    await open(page);
    await expect(page.getByLabel('Last name')).toHaveValue('');
    await page.getByLabel('Last name').fill(fresh);

    await page.goto(ofB);
    await correct(page);
    await expect(page.getByLabel('Last name')).toHaveValue(b);
    await sendAgain(page, b);
    await expectAccepted(page, b);
    expect(await countLeads(vendor, a, b)).toEqual([0, 1]);
    await page.goto(ofA);
    await correct(page);
    await expect(page.getByLabel('Company')).toHaveValue('Typed for A');
    await page.getByRole('button', { name: 'Discard and start over' }).click();
    await open(page);
    await expect(page.getByLabel('Last name')).toHaveValue(fresh);
    await page.goto(`/leads?show=needs-correction&q=${a}`);
    await expect(page.getByRole('link', { name: a })).toBeVisible();
  });

  test('an unsent lead is still there after opening another submission', async ({ page }) => {
    const [one, two] = [uniqueName('One'), uniqueName('Two')];
    await open(page);
    await fillRequired(page, one);
    await press(page);
    await expectAccepted(page, one);
    const other = page.url();
    await open(page);
    await page.getByLabel('Last name').fill(two);
    await page.goto(other);
    await expectAccepted(page, one);
    await open(page);
    await expect(page.getByLabel('Last name')).toHaveValue(two);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('after Back different answers need a decision, are kept, and are submitted as a new lead', async ({
    page,
    vendor,
  }) => {
    const [one, two] = [uniqueName('One'), uniqueName('Two')];
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    const hidden = page.locator('input[name=submissionId]');
    const id = await hidden.getAttribute('value');
    await fillRequired(page, one);
    await press(page);
    await expectAccepted(page, one);
    await page.goBack();
    // As in a browser that caches the page for Back; others request a new page, which has another id.
    await hidden.evaluate((input, kept) => input.setAttribute('value', kept ?? ''), id);
    await fillRequired(page, two);
    await press(page);
    await expectAsked(page, one);
    await expect(page.getByLabel('Last name')).toHaveValue(two);
    expect(await countLeads(vendor, one, two)).toEqual([1, 0]);
    await press(page, 'Submit as a new lead');
    await expectAccepted(page, two);
    expect(await countLeads(vendor, one, two)).toEqual([1, 1]);
  });
});
