import type { Page } from '@playwright/test';
import { expect } from './scene';
import type { Translate } from './texts';

/** Opens the search of everything by its keys, as soon as they work, and waits for what it finds. */
export async function openSearch(
  page: Page,
  { t, q, from = '/leads' }: { t: Translate; q: string; from?: string },
): Promise<void> {
  await page.goto(from);
  const dialog = page.getByRole('dialog', { name: t('Shell.shortcuts.everything') });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  if (q !== '') {
    const answer = page.waitForResponse((response) => response.url().endsWith(`?q=${q}`));
    await dialog.getByRole('combobox').fill(q);
    await answer;
  }
  const nothing = dialog.getByText(t('Shell.search.summary', { count: 0 }));
  const shown = dialog.getByRole('option').first().or(nothing);
  await expect(shown).toBeVisible();
}
