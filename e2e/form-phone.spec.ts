import type { Locator } from '@playwright/test';
import { expect, signInAs, test } from './fixtures';
import { formReady } from './lead-form';

test.use({ viewport: { width: 360, height: 740 } });

test('on a phone, what submits stays in view and covers no field that has the focus', async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads/new');
  await formReady(page);
  const submit = page.getByRole('button', { name: 'Submit lead' });
  const several = page.getByRole('button', { name: 'Add another', exact: true });
  const field = page.locator('#lead-form :focus');
  await page.getByLabel('First name').focus();
  let count = 0;
  for (; !(await submit.evaluate((button) => button === document.activeElement)); count += 1) {
    await expect(submit).toBeInViewport({ ratio: 1 });
    await expect(several).toBeInViewport({ ratio: 1 });
    await expect.poll(() => isCovered(field)).toBe(false);
    await page.keyboard.press('Tab');
  }
  expect(count, 'fields').toBeGreaterThan(5);
});

/** True if something else is drawn over the middle or the lower edge of the element. */
function isCovered(element: Locator): Promise<boolean> {
  return element.evaluate((field) => {
    const { left, bottom, width, height } = field.getBoundingClientRect();
    return [bottom - height / 2, bottom - 2].some((y) => {
      const found = document.elementFromPoint(left + width / 2, y);
      return (
        !found || !(field.contains(found) || found.contains(field) || found.closest('label')?.contains(field))
      );
    });
  });
}
