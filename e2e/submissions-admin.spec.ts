import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test, uniqueName } from './fixtures';
import { expectAccepted } from './submitting';
import { type Duplicate, grouped, idOf, makeDuplicates } from './unclear-duplicates';

/** The section of the admin's page about the duplicate with this value. */
function cardOf(page: Page, lastName: string, { value }: Duplicate) {
  const submitted = page.getByRole('row', { name: 'Submitted here' }).filter({ hasText: grouped(value) });
  return page.getByRole('article', { name: lastName }).filter({ has: submitted });
}

/** Whether this lead is in the evidence of a submission. It is once the desk knew it before the answer was unclear. */
async function namesLead(card: Locator, leadId: string): Promise<boolean> {
  const named = z
    .array(z.string())
    .parse(JSON.parse(await card.locator('input[name=seenLeads]').inputValue()));
  return named.includes(leadId);
}

test('an admin sees which leads match, adopts the right one, and the agent’s page says accepted', {
  tag: '@rest',
}, async ({ page, openAs, vendor }) => {
  const lastName = uniqueName('Rowan');
  const [one, two] = await makeDuplicates(page, vendor, lastName);
  const [oneId, twoId] = [await idOf(vendor, lastName, one), await idOf(vendor, lastName, two)];
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin');
  const pages = admin.getByRole('navigation', { name: 'Admin pages' });
  await pages.getByRole('link', { name: 'Submissions' }).click();
  const first = cardOf(admin, lastName, one);
  await expect(first).toContainText('More than one lead in the portal matches');
  await expect(first).toContainText('Maya Lindqvist, Harbour & Finch Advisory');
  await expect(first.getByRole('row', { name: twoId })).toContainText(`${grouped(two.value)}`);
  await expect(first.getByRole('row', { name: twoId })).toContainText('(differs)');
  await first.getByRole('radio', { name: oneId }).check();
  await first.getByRole('button', { name: 'Match this lead' }).click();
  await expect(admin.getByText(`It’s lead ${oneId} in the portal.`)).toBeVisible();
  await expect(first).toHaveCount(0);

  const second = cardOf(admin, lastName, two);
  const claimed = second.getByRole('radio', { name: oneId });
  // What belongs to another submission is listed, and disabled, only where the evidence names it.
  if (await namesLead(second, oneId)) await expect(claimed).toBeDisabled();
  else await expect(claimed).toHaveCount(0);
  await second.getByRole('radio', { name: 'Another lead' }).check();
  await second.getByLabel('Lead ID in the portal').fill(oneId);
  await second.getByRole('button', { name: 'Match this lead' }).click();
  await expect(second).toContainText('already matched to another submission');
  await second.getByRole('radio', { name: twoId }).check();
  await second.getByRole('button', { name: 'Match this lead' }).click();
  await expect(second).toHaveCount(0);

  for (const [duplicate, id] of [
    [one, oneId],
    [two, twoId],
  ] as const) {
    await page.goto(duplicate.url);
    await expectAccepted(page, lastName);
    await expect(page.getByText(id).first()).toBeVisible();
  }
  expect((await vendor.listLeads()).filter((lead) => lead.lastName === lastName)).toHaveLength(2);
});
