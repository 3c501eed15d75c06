import type { Page } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, openForm } from './lead-form';

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page);
});

test('nothing is validated before the first submit; then a field clears as it is corrected and others stay unchanged (requirement F7)', async ({
  page,
}) => {
  const email = page.getByLabel('Email');
  await email.fill('not an address');
  await page.getByLabel('Last name').focus();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await submit(page);
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  await email.fill('ada@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(page.getByLabel('Company')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid');
  await email.fill('ada');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
});

test('each failed submit moves the focus to a summary whose links repeat the errors beside the fields (requirement F8)', async ({
  page,
}) => {
  await submit(page);
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  const words = await summary.getByRole('link').allTextContents();
  expect(words).toHaveLength(5);
  expect(await page.locator('#lead-form [id$="-error"]').allTextContents()).toEqual(words);

  for (const [index, name] of ['Last name', 'Email', 'Company'].entries()) {
    await summary.getByRole('link').nth(index).press('Enter');
    await expect(page.getByLabel(name)).toBeFocused();
  }
  await summary.getByRole('link').nth(3).press('Enter');
  const platforms = page.getByRole('radiogroup', { name: 'Platform' });
  await expect(platforms.getByRole('radio').first()).toBeFocused();
  await submit(page);
  await expect(summary).toBeFocused();
});

test('every control has a label and description that exist: untouched, in error, fixed (requirement F9)', async ({
  page,
}) => {
  await page.getByText('More details').click();
  expect(await faultsInMarkup(page)).toEqual([]);
  await expect(page.locator('#lead-form [aria-required="true"]')).toHaveCount(5);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await submit(page);
  await expect(page.locator('#lead-form [aria-invalid="true"]')).toHaveCount(5);
  expect(await faultsInMarkup(page)).toEqual([]);
  await fillRequired(page, 'Fixed');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  expect(await faultsInMarkup(page)).toEqual([]);
});

test('a submit does not wait for ever for a file that the network does not bring: the server says what is wrong', async ({
  page,
}) => {
  let held = 0;
  await page.route('**/_next/static/chunks/**', async (route) => {
    const response = await route.fetch();
    // The rules, and nothing that the page begins with, are made with zod.
    if ((await response.text()).includes('ZodError')) held += 1;
    else await route.fulfill({ response });
  });
  await page.reload();
  await page.getByLabel('Last name').fill('Held');
  await submit(page);
  await expect(page.getByRole('region', { name: 'There is a problem' })).toBeFocused();
  await expect(page.getByLabel('Last name')).toHaveValue('Held');
  expect(held).toBeGreaterThan(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('nothing is preselected (requirement F16)', async ({ page }) => {
  await page.getByText('More details').click();
  const answers = await page
    .locator('#lead-form')
    .evaluate((form) =>
      form instanceof HTMLFormElement
        ? [...new FormData(form)].filter(([name, value]) => /^f\d+$/.test(name) && value !== '')
        : ['no form'],
    );
  expect(answers).toEqual([]);
  await expect(
    page.getByRole('radiogroup', { name: 'Agreed' }).getByRole('radio', { checked: true }),
  ).toHaveCount(0);
});

test('a reload restores what was typed and says so; after success it is deleted (requirements F12, F25)', async ({
  page,
}) => {
  const lastName = uniqueName('Reed');
  await page.getByLabel('Last name').fill(lastName);
  await submit(page);
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await page.reload();
  await expect(page.getByText('We restored what you typed earlier in this tab.')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);

  await fillRequired(page, lastName);
  await submit(page);
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  await openForm(page);
  await expect(page.getByLabel('Last name')).toHaveValue('');
});

test('while a lead is being sent the button keeps the focus and says it is busy (requirement F23)', async ({
  page,
  vendor,
}) => {
  await fillRequired(page, uniqueName('Sorrel'));
  await vendor.setFaults({ latencyMs: 1500 });
  const button = page.getByRole('button', { name: 'Submit lead' });
  await button.focus();
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toBeFocused();
  await expect(page.getByText('Submitting…')).toBeVisible();
  await expect(page.getByRole('heading', { name: /was submitted/ })).toBeVisible({ timeout: 15_000 });
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 800 } });

  test('nothing scrolls sideways and every target is 24 px or more (requirements F10, F13)', async ({
    page,
  }) => {
    await page.getByText('More details').click();
    await submit(page);
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await smallTargets(page)).toEqual([]);
  });
});

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit lead' }).click();
}

/** Controls without a label, and descriptions that are missing or empty. */
function faultsInMarkup(page: Page): Promise<string[]> {
  return page.locator('#lead-form').evaluate((form) => {
    const controls = [...form.querySelectorAll('input, select, textarea, fieldset')].filter(
      (control) => !control.matches('[type=hidden], [hidden], [aria-hidden=true]'),
    );
    return controls.flatMap((control) => {
      const label = control.getAttribute('aria-labelledby') ?? '';
      const isLabelled =
        ('labels' in control && control.labels instanceof NodeList && control.labels.length > 0) || label;
      const ids = `${label} ${control.getAttribute('aria-describedby') ?? ''}`.split(' ').filter(Boolean);
      const empty = ids.filter((id) => !document.getElementById(id)?.textContent?.trim());
      return [
        ...(isLabelled ? [] : [`no label: ${control.outerHTML}`]),
        ...empty.map((id) => `nothing in ${id}`),
      ];
    });
  });
}

/** Links, buttons and controls below 24 px; a tick or radio includes its label, which is also clickable. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((target) => target.checkVisibility() && !target.matches('[aria-hidden=true]'))
      .map((target) => (target.matches('[type=radio], [type=checkbox]') && target.closest('label')) || target)
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        // The tick is 20 px in a 44 px line; its label is a separate target.
        return (width < 24 || height < 24) && !target.matches('[type=checkbox]');
      })
      .map((target) => target.outerHTML),
  );
}
