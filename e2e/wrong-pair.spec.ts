import type { Page } from '@playwright/test';
import { confirm } from './confirm';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';

const NORTHLIGHT = '66b0c4d2e8f1a35790d4d002';
const FREE_AGENT = '66b0c4d2e8f1a35790d4e202';

test.describe.configure({ timeout: 120_000 });

/** Resets Sam to waiting, as other flows expect. */
test.afterEach(async ({ openAs }) => {
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin');
  await openSam(admin);
  await confirm(admin, 'Remove mapping', 'Sam Ito');
  await expect(admin.getByText('Mapping removed.')).toBeVisible();
});

/** The live updates of a page belong to one pair: it starts new ones at the next heartbeat, within 35 s. */
async function expectAccepted(sam: Page, lastName: string): Promise<void> {
  const accepted = sam.getByRole('heading', { name: `${lastName} was submitted` });
  await expect(accepted).toBeVisible({ timeout: 35_000 });
}

async function openSam(admin: Page): Promise<void> {
  await admin.goto('/admin/people?view=people&q=Sam+Ito');
  await admin.getByRole('row', { name: 'Sam Ito' }).getByRole('link', { name: 'Sam Ito' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Sam Ito' })).toBeVisible();
}

/** Maps Sam to a mistyped pair, and submits a lead that the portal refuses for it. */
async function submitForWrongPair(admin: Page, sam: Page): Promise<{ lastName: string; typo: string }> {
  const typo = uniqueName('agent-typo-');
  await admin.goto('/admin/people?view=agents');
  await admin.getByLabel('Organization ID').fill(NORTHLIGHT);
  await admin.getByLabel('Agent ID').fill(typo);
  await admin.getByRole('button', { name: 'Add agent' }).click();
  await expect(admin.getByText('Agent added. It stays unverified')).toBeVisible();
  await openSam(admin);
  await admin
    .getByLabel('Agent', { exact: true })
    .selectOption({ label: `${typo} – no one mapped, unverified` });
  await admin.getByRole('button', { name: 'Save mapping' }).click();
  await expect(admin.getByText('Mapping saved.')).toBeVisible();

  await signInAs(sam, 'Sam Ito');
  const lastName = uniqueName('Medlar');
  await sam.goto('/leads/new');
  await fillRequired(sam, lastName);
  await sam.getByRole('button', { name: 'Submit lead' }).click();
  await expect(
    sam.getByRole('heading', { name: `${lastName} is saved and waiting for an admin` }),
  ).toBeVisible();
  return { lastName, typo };
}

test('an admin corrects a wrong pair on Submissions, and the lead goes out without action by its agent', async ({
  page: sam,
  openAs,
  vendor,
}) => {
  const admin = await openAs('Robin Hale');
  const { lastName, typo } = await submitForWrongPair(admin, sam);
  await expect(sam.getByText('so an admin needs to correct them')).toBeVisible();
  await expect(sam.getByText(/agentId|belong/)).toHaveCount(0);
  await expect(sam.getByRole('link', { name: /correct/i })).toHaveCount(0);
  await expectAccessible(sam);

  await admin.goto('/admin');
  await expect(admin.getByText('The portal rejects the IDs of 1 agent')).toBeVisible();
  await admin.getByRole('link', { name: 'Submissions' }).first().click();
  const card = admin.getByRole('article').filter({ hasText: typo });
  await expect(card).toContainText('1 lead is waiting: the portal rejects this organization and agent.');
  await expect(card).toContainText('agentId does not belong to partnerOrganizationId.');
  await expect(card.getByRole('row', { name: lastName })).toContainText('Sam Ito');
  for (const width of [320, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    await expectAccessible(admin);
    expect(await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  const agentId = card.getByLabel('Agent ID');
  await agentId.fill('66b0c4d2e8f1a35790d4e101');
  await card.getByRole('button', { name: 'Correct and send' }).click();
  await expect(card.getByText('this agent belongs to another organization')).toBeVisible();
  await expect(agentId, 'what was typed stays').toHaveValue('66b0c4d2e8f1a35790d4e101');
  await agentId.fill(FREE_AGENT);
  // Repeated presses send it once.
  await card.getByRole('button', { name: 'Correct and send' }).dblclick();
  await expect(admin.getByText('The IDs are corrected. 1 lead is being sent.')).toBeVisible();
  await expect(card).toHaveCount(0);

  await expectAccepted(sam, lastName);
  const sent = (await vendor.listLeads()).filter((lead) => lead.lastName === lastName);
  expect(sent).toMatchObject([{ partnerOrganizationId: NORTHLIGHT, agentId: FREE_AGENT }]);
});

test('a wrong pair can be corrected on the agent’s page as well', async ({ page: sam, openAs, vendor }) => {
  const admin = await openAs('Robin Hale');
  const { lastName, typo } = await submitForWrongPair(admin, sam);
  await admin.goto(`/admin/people?view=agents&q=${typo}`);
  await admin.getByRole('link', { name: typo }).click();
  await expectAccessible(admin);
  await admin.getByLabel('Agent ID').fill(FREE_AGENT);
  await admin.getByRole('button', { name: 'Correct and send' }).click();
  await expect(
    admin.getByText('The IDs are corrected. Leads waiting for them are being sent.'),
  ).toBeVisible();
  await expectAccepted(sam, lastName);
  expect((await vendor.leadOf(lastName)).agentId).toBe(FREE_AGENT);
});
