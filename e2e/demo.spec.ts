import { expect, signInAs, test } from './fixtures';

test('a visitor of the demo goes to its console and mails and back, and becomes another person', {
  tag: '@rest',
}, async ({ page }) => {
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/leads');
  const demo = page.getByRole('navigation', { name: 'Demo' });
  await demo.getByRole('link', { name: 'Mailbox' }).click();
  await expect(page.getByRole('heading', { name: 'Mailbox', level: 1 })).toBeVisible();
  await page.goBack();
  await demo.getByRole('link', { name: 'Console' }).click();
  await page.getByRole('link', { name: 'Faults' }).click();
  await page.getByRole('button', { name: 'Rejects the next lead' }).click();
  await expect(page.getByText('Now: Rejects the next lead.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Now: everything works.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the desk' }).click();

  await demo.getByRole('link', { name: 'Switch person' }).click();
  await expect(page.getByText(/^You’re signed in as /)).toBeVisible();
  await page.getByRole('button', { name: /Erik Brandt/ }).click();
  await expect(page.locator('header').getByRole('button', { name: /Erik Brandt/ })).toBeVisible();
});
