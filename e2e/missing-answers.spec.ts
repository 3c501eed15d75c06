import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test } from './fixtures';

/** Sends a form with nothing in it: the desk says beside the control what is missing, and goes there. */
async function expectMissing(
  page: Page,
  { button, control, text }: { button: string; control: string; text: string },
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible();
  const field = page.getByLabel(control, { exact: true }).first();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(new RegExp(text.replace(/[.()]/g, '\\$&')));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}

test('an admin reads beside the field what is missing, in the words of the desk', { tag: '@rest' }, async ({
  page,
}) => {
  await signInAs(page, 'Robin Hale');
  await page.goto('/admin/people/invite');
  const invite = 'Invite';
  await expectMissing(page, {
    button: invite,
    control: 'Email address',
    text: 'Nothing was changed: that isn’t an email address.',
  });
  await page.getByLabel('Email address').fill('nobody@missing.example');
  await expectMissing(page, { button: invite, control: 'Name', text: 'Enter a name.' });
  await expect(page.getByLabel('Email address')).toHaveValue('nobody@missing.example');
  await page.getByLabel('Name', { exact: true }).fill('Nobody');
  await expectMissing(page, { button: invite, control: 'Agent', text: 'Choose an agent.' });
  await expectAccessible(page);

  await page.goto('/admin/people?view=rules');
  await page.getByLabel('Domain', { exact: true }).fill('missing.example');
  await expectMissing(page, {
    button: 'Save rule',
    control: 'Organization',
    text: 'Choose an organization.',
  });
  await page.goto('/admin/erasure');
  await expectMissing(page, {
    button: 'Find',
    control: 'Email address, phone number, lead ID or whole name',
    text: 'Enter an email address, a phone number, a lead ID or a whole name.',
  });
  await page.goto('/admin/webhooks');
  await expectMissing(page, {
    button: 'Re-check this lead',
    control: 'Lead ID',
    text: 'Nothing was checked: this isn’t a lead ID. Copy the ID from the lead’s page or from the portal.',
  });
});
