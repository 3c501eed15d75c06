import type { Page } from '@playwright/test';
import { expect, signInAs } from './fixtures';
import { MAYA } from './lead-list';
import { mailTo } from './mailbox';
import { test } from './own-desk';

test.use({ deskTask: { name: 'notice-mails', demo: true } });

const emailsOf = (page: Page) => page.getByRole('region', { name: 'Emails' });
const choice = (page: Page, topic: string, when: string) =>
  emailsOf(page).getByRole('radio', { name: `${topic} ${when}`, exact: true });
const STATUS = 'A lead’s status changes';
const ADDRESS = 'maya.lindqvist@harbourfinch.example';

test('a person who wants it at once is told by mail within a minute, and ends these mails from the mail', {
  tag: '@rest',
}, async ({ page, browser, vendor }) => {
  // A mail is due twenty seconds after what it is about.
  test.setTimeout(120_000);
  await signInAs(page, 'Maya Lindqvist');
  await page.goto('/settings');
  await choice(page, STATUS, 'Right away').check();
  await expect(page.getByRole('status').filter({ hasText: 'Settings saved.' })).toBeVisible();
  await page.reload();
  await expect(choice(page, STATUS, 'Right away')).toBeChecked();
  await expect(choice(page, 'A lead needs a correction', 'Right away')).toBeChecked();

  const lead = await vendor.createLead({ ...MAYA, firstName: 'Ada', lastName: 'Juniper' });
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: 'Juniper' })).toBeVisible();
  await vendor.changeLead(lead.id, { status: 'won' });
  const isThere = async () => (await vendor.listMails()).some(({ to }) => to.includes(ADDRESS));
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
  const mail = await mailTo(vendor, ADDRESS);
  expect(mail.subject).toBe('An update on your leads');
  expect(JSON.stringify(mail)).not.toContain('Juniper');

  const link = mail.links.find((href) => href.includes('/unsubscribe')) ?? '';
  const elsewhere = await browser.newContext();
  const signedOut = await elsewhere.newPage();
  await signedOut.goto(link);
  await signedOut.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(
    signedOut.getByRole('heading', { name: 'You won’t get any more emails about your leads' }),
  ).toBeVisible();
  await elsewhere.close();
  await page.goto('/settings');
  for (const name of [STATUS, 'A lead needs a correction'])
    await expect(choice(page, name, 'Never')).toBeChecked();
});
