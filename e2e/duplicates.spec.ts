import type { Page } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { formReady } from './lead-form';
import { MAYA, waitUntilKnown } from './lead-list';

/** A lead of Maya's, of a company that no other lead has. */
async function addLead(vendor: Vendor, stem: string) {
  const lastName = uniqueName(stem);
  const domain = `${lastName}.example`.toLowerCase();
  const lead = await vendor.createLead({
    ...MAYA,
    firstName: 'Dot',
    lastName,
    email: `dot@${domain}`,
    customFields: { companyName: `${lastName} GmbH`, phone: '+44 20 7946 0958' },
  });
  return { lead, lastName, domain };
}

/** Opens the form once the desk knows the lead, and waits until it is hydrated. */
async function openForm(page: Page, id: string): Promise<void> {
  await waitUntilKnown(page, `/leads/${id}`);
  await page.goto('/leads/new');
  await formReady(page);
}

const answer = (page: Page) => page.getByRole('status').filter({ hasText: 'Already submitted?' });

test('an own lead is found while its company or email is typed, and its link opens it', async ({
  page,
  vendor,
}) => {
  const { lead, lastName, domain } = await addLead(vendor, 'Medlar');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page, lead.id);
  await page.getByLabel('Company').pressSequentially(`${lastName} Ltd`);
  const link = answer(page).getByRole('link', { name: `You submitted Dot ${lastName} on` });
  await expect(link).toBeVisible();
  await expect(answer(page)).toContainText('Same company');
  await expect(page.getByLabel('Company')).toBeFocused();
  await page.getByLabel('Email').fill(`dot@${domain}`);
  await expect(answer(page)).toContainText('Same email address');
  await page.getByLabel('Company').fill('');
  await page.getByLabel('Email').fill('');
  await expect(answer(page)).toHaveCount(0);
  await page.getByLabel('Email').fill(`DOT@${domain}`);
  await link.click();
  await expect(page).toHaveURL(`/leads/${lead.id}`);
  await page.goBack();
  await expect(page.getByLabel('Email')).toHaveValue(`DOT@${domain}`);
});
