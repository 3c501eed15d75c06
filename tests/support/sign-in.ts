import type { Page } from '@playwright/test';

/** The people of the demo, by the name on their button. */
export type DemoPerson =
  | 'Maya Lindqvist'
  | 'Tom Okafor'
  | 'Ines Carvalho'
  | 'Erik Brandt'
  | 'Robin Hale'
  | 'Sam Ito';

/** Signs a demo person in by their button, with or without JavaScript, and waits for their first page. */
export async function signInAs(page: Page, name: DemoPerson): Promise<void> {
  await page.goto('/leads');
  await page.getByRole('button', { name }).click();
  await page.waitForURL((url) => !/signin/i.test(url.pathname));
}
