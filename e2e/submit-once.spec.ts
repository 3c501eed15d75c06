import type { Page } from '@playwright/test';
import { loseNextResponse } from '../tests/support/lost-response';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { countLeads, expectAccepted, expectAsked, open, press, sendAgain } from './submitting';

/** One id, one set of answers: no lead is dropped in favour of another, and none is duplicated without a question. */

// What is typed after the lost response is another draft: the first one is submitted.
test.use({ expectedInConsole: /ERR_FAILED|status of 410 .*\/api\/drafts\// });
test.beforeEach(({ page }) => signInAs(page, 'Maya Lindqvist'));

test.describe('several tabs of one draft', () => {
  // The second to save is told of the first; which one that is depends on how fast they are.
  test.use({ expectedInConsole: /status of (409|410) .*\/api\/drafts\// });

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
});

test('the question reappears after a reload and after opening that lead, and the first answers are no new lead', async ({
  page,
  vendor,
}) => {
  const [one, corrected] = [uniqueName('One'), uniqueName('Corrected')];
  await open(page);
  await fillRequired(page, one);
  await loseNextResponse(page);
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
