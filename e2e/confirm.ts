import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/**
 * Presses a button that asks first, and confirms in its dialog.
 *
 * @param names what the dialog must name
 */
export async function confirm(page: Page, button: string, names: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: names });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: button, exact: true }).click();
}
