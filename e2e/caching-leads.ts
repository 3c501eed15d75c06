import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { fillRequired } from './lead-form';

export const DEVICE = '/settings/device';
export const theSwitch = (page: Page) => page.getByRole('switch', { name: 'Save my leads on this device' });

/** Allows it, and waits until the list and the form are cached and the worker answers for this page. */
export async function cacheLeads(page: Page): Promise<void> {
  await page.goto(DEVICE);
  await theSwitch(page).click();
  await expect(theSwitch(page)).toBeChecked();
  await expect(page.getByText(/^Last saved on this device: /)).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Fills in the form without a network, and submits it. */
export async function submitOffline(page: Page, lastName: string): Promise<void> {
  await page.goto('/leads/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New lead' })).toBeVisible();
  await fillRequired(page, lastName);
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByText('is saved on this device')).toBeVisible();
}

/** The network is back: a page that was drawn without one opens by itself what was asked for. */
export async function goOnline(page: Page): Promise<void> {
  const opened = page.waitForEvent('load');
  await page.context().setOffline(false);
  await opened;
}
