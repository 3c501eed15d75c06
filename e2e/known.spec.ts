import type { Page } from '@playwright/test';
import { DEMO } from '@/sandbox/demo';
import type { Vendor } from '../tests/support/vendor';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { formReady } from './lead-form';
import { MAYA, waitUntilKnown } from './lead-list';

const [HARBOUR, OTHER] = DEMO.organizations;
const COLLEAGUE = { partnerOrganizationId: HARBOUR.id, agentId: HARBOUR.agents[1].id };
const STRANGER = { partnerOrganizationId: OTHER.id, agentId: OTHER.agents[0].id };

type Owner = { partnerOrganizationId: string; agentId: string };

/** A lead of a company that no other lead has. */
async function addLead(vendor: Vendor, owner: Owner, stem: string) {
  const lastName = uniqueName(stem);
  const domain = `${lastName}.example`.toLowerCase();
  const lead = await vendor.createLead({
    ...{ ...owner, firstName: 'Dot', lastName, email: `dot@${domain}` },
    customFields: { companyName: `${lastName} GmbH`, phone: '+44 20 7946 0958' },
  });
  return { lead, lastName, domain };
}

/** Opens the form once the desk knows the lead, and waits until it is hydrated. */
async function openForm(page: Page, { id, seenBy }: { id: string; seenBy: Page }): Promise<void> {
  await waitUntilKnown(seenBy, `/leads/${id}`);
  await page.goto('/leads/new');
  await formReady(page);
}

const answer = (page: Page) => page.getByRole('status').filter({ hasText: 'Known already?' });
const looksUp = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/known'));

test('an own lead is found while its company or email is typed, and its link opens it', async ({
  page,
  vendor,
}) => {
  const { lead, lastName, domain } = await addLead(vendor, MAYA, 'Medlar');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page, { id: lead.id, seenBy: page });
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

test('a colleague’s lead is told without its person and without a link, except to a manager', async ({
  page,
  vendor,
  openAs,
}) => {
  const manager = await openAs('Ines Carvalho');
  const { lead, lastName, domain } = await addLead(vendor, COLLEAGUE, 'Sorrel');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page, { id: lead.id, seenBy: manager });
  await page.getByLabel('Website').fill(`https://www.${domain}/about`);
  await expect(answer(page)).toContainText(`Your team submitted someone at ${lastName} GmbH on`);
  await expect(answer(page).getByRole('link')).toHaveCount(0);
  await expect(answer(page)).not.toContainText('Dot');
  await openForm(manager, { id: lead.id, seenBy: manager });
  await manager.getByLabel('Website').fill(domain);
  await expect(answer(manager).getByRole('link', { name: `submitted Dot ${lastName} on` })).toBeVisible();
});

test('a lead of another organization is not told at all', async ({ page, vendor, openAs }) => {
  const stranger = await openAs('Erik Brandt');
  await stranger.goto('/leads');
  const { lead, lastName, domain } = await addLead(vendor, STRANGER, 'Tamarisk');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page, { id: lead.id, seenBy: stranger });
  const looked = looksUp(page);
  await page.getByLabel('Company').fill(`${lastName} GmbH`);
  await page.getByLabel('Email').fill(`dot@${domain}`);
  expect(await (await looked).json()).toEqual({ title: 'Known already?', matches: [] });
  await expect(answer(page)).toHaveCount(0);
});

test('a slow or failing look-up delays nothing, says nothing, and what it was about counts alone', async ({
  page,
  vendor,
}) => {
  const { lead, lastName } = await addLead(vendor, MAYA, 'Bracken');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page, { id: lead.id, seenBy: page });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: (string | null)[] = [];
  await page.route('**/api/known', async (route) => {
    asked.push(route.request().postData());
    await held;
    await route.continue().catch(() => {});
  });
  const first = page.waitForRequest('**/api/known');
  await page.getByLabel('Company').fill(`${lastName} GmbH`);
  await first;
  const again = page.waitForRequest('**/api/known');
  await page.getByLabel('Company').pressSequentially(' of somewhere quite different');
  await again;
  await page.getByLabel('Last name').pressSequentially('Typed meanwhile');
  await expect(page.getByLabel('Last name')).toHaveValue('Typed meanwhile');
  await expect(page.getByLabel('Company')).toHaveValue(`${lastName} GmbH of somewhere quite different`);
  const last = looksUp(page);
  release();
  await last;
  await expect(answer(page)).toHaveCount(0);
  expect(asked).toHaveLength(2);
});

test('a lead typed into other fields is looked up once, and the answer is accessible', async ({
  page,
  vendor,
}) => {
  const { lead, lastName } = await addLead(vendor, MAYA, 'Yarrow');
  await signInAs(page, 'Maya Lindqvist');
  await openForm(page, { id: lead.id, seenBy: page });
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/known') && asked.push(request.url()));
  await page.getByLabel('Company').fill(`${lastName} GmbH`);
  await expect(answer(page)).toBeVisible();
  await page.getByLabel('Last name').pressSequentially('Somebody');
  await page.getByLabel('Company').fill(`${lastName} GmbH `);
  await expectAccessible(page);
  expect(asked).toHaveLength(1);
  // Reached by keyboard, after the fields that it is about.
  await page.getByLabel('Website').press('Tab');
  await expect(answer(page).getByRole('link')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is said while typing', async ({ page }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await page.getByRole('textbox', { name: 'Company' }).fill('Alder Logistics');
    await expect(answer(page)).toHaveCount(0);
  });
});
