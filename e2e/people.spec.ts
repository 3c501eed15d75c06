import type { Page } from '@playwright/test';
import { cacheLeads, goOnline, submitOffline } from './caching-leads';
import { confirm } from './confirm';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';
import { countLeads } from './submitting';

const HEAD = 'email,name,organizationId,organizationName,agentId,agentName,role';
const NORTHLIGHT = '66b0c4d2e8f1a35790d4d002';
const FREE_AGENT = '66b0c4d2e8f1a35790d4e202';
const MAP_SAM = 'Map Sam Ito to …d4e202, Northlight Systems';

// Each flow uses several browsers and resets everything afterwards.
test.describe.configure({ timeout: 90_000 });

/** Resets Sam for other flows: waiting, and no rule for his domain. */
test.afterEach(async ({ openAs }) => {
  const admin = await openAs('Robin Hale');
  await openPerson(admin, 'Sam Ito');
  if ((await admin.getByRole('button', { name: 'Remove mapping', exact: true }).count()) > 0) {
    await confirm(admin, 'Remove mapping', 'Remove the mapping of Sam Ito?');
    await expect(admin.getByText('Mapping removed.')).toBeVisible();
  }
  await admin.goto('/admin/people?view=rules');
  const remove = admin.getByRole('button', { name: 'Remove: vendor.example' });
  if ((await remove.count()) === 0) return;
  await remove.click();
  await expect(admin.getByText('Rule removed.')).toBeVisible();
});

async function openPerson(admin: Page, name: string): Promise<void> {
  await admin.goto(`/admin/people?view=people&q=${encodeURIComponent(name)}`);
  await admin.getByRole('row', { name }).getByRole('link', { name }).click();
  await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function setRule(admin: Page): Promise<void> {
  await admin.goto('/admin/people?view=rules');
  await admin.getByLabel('Domain', { exact: true }).fill('@vendor.example');
  await admin.getByLabel('Organization', { exact: true }).selectOption('Northlight Systems');
  await admin.getByRole('button', { name: 'Save rule' }).click();
  await expect(admin.getByText('Rule saved. It applies from the next sign-in.')).toBeVisible();
}

async function mapSam(admin: Page): Promise<void> {
  await admin.goto('/admin/people');
  await admin.getByRole('article', { name: 'Sam Ito' }).getByRole('button', { name: MAP_SAM }).click();
  await expect(admin.getByText('Mapping saved.')).toBeVisible();
}

test.describe('on a device that keeps leads', () => {
  test.use({ expectedInConsole: /Failed to load resource|net::ERR_|Failed to fetch/ });

  test('a lead waits while its person has no organization, and is sent once they have one', {
    tag: '@rest',
  }, async ({ page: sam, context, openAs, vendor }) => {
    const lastName = uniqueName('Held');
    await signInAs(sam, 'Sam Ito');
    const admin = await openAs('Robin Hale');
    await setRule(admin);
    await mapSam(admin);
    await cacheLeads(sam);
    await context.setOffline(true);
    await submitOffline(sam, lastName);
    await openPerson(admin, 'Sam Ito');
    await confirm(admin, 'Remove mapping', 'Remove the mapping of Sam Ito?');
    await expect(admin.getByText('Mapping removed.')).toBeVisible();

    await goOnline(sam);
    await expect(sam).toHaveURL(/\/waiting$/);
    await expect(sam.getByText('1 not sent yet')).toBeVisible();
    expect(await countLeads(vendor, lastName)).toEqual([0]);

    await mapSam(admin);
    await sam.goto('/leads');
    await expect.poll(() => countLeads(vendor, lastName)).toEqual([1]);
  });
});

test('an admin maps a person from a suggestion, and they submit immediately in the browser they have open', {
  tag: '@embedded',
}, async ({ page: sam, openAs, vendor }) => {
  await signInAs(sam, 'Sam Ito');
  await sam.goto('/leads');
  await expect(sam).toHaveURL(/\/waiting$/);
  const admin = await openAs('Robin Hale');
  await setRule(admin);
  await admin.goto('/admin/people');
  const waiting = admin.getByRole('article', { name: 'Sam Ito' });
  await expect(waiting).toContainText('The domain rule names this organization.');
  // Repeated presses map once.
  await waiting.getByRole('button', { name: MAP_SAM }).dblclick();
  await expect(admin.getByText('Mapping saved.')).toBeVisible();
  await expect(waiting).toHaveCount(0);

  const lastName = uniqueName('Teasel');
  await sam.goto('/leads/new');
  await fillRequired(sam, lastName);
  await sam.getByRole('button', { name: 'Submit lead' }).click();
  await expect(sam.getByRole('heading', { name: /was submitted/ })).toBeVisible();
  const lead = await vendor.leadOf(lastName);
  expect([lead.partnerOrganizationId, lead.agentId]).toEqual([NORTHLIGHT, FREE_AGENT]);
});

test.describe('with a connection that breaks', () => {
  test.use({ expectedInConsole: /ERR_FAILED/ });

  test('a large import whose answer was lost is not reported as failed, and repeating it duplicates nothing', {
    tag: '@rest',
  }, async ({ openAs }) => {
    const admin = await openAs('Robin Hale');
    const mark = uniqueName('large').toLowerCase();
    const lines = Array.from(
      { length: 400 },
      (_, place) => `p${place}@${mark}.example,P ${place},${mark},Large,${mark}-${place},A ${place},agent`,
    );
    const csv = ['email,name,organizationId,organizationName,agentId,agentName,role', ...lines].join('\n');
    await admin.goto('/admin/people?view=files');
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await admin.getByLabel('File').setInputFiles(file);
    // The desk takes the import, and the connection breaks before the answer arrives.
    await admin.route('**/admin/people/import', async (route) => {
      const response = await route.fetch();
      expect(response.status()).toBe(200);
      await route.abort();
    });
    await admin.getByRole('button', { name: 'Import' }).click();
    await expect(admin.getByText('We don’t know whether the import started.')).toBeVisible();
    await admin.unroute('**/admin/people/import');
    await admin.reload();
    await expect(admin.getByText('Imported: 400 new, 0 changed, 0 unchanged.')).toBeVisible();
    await admin.getByLabel('File').setInputFiles(file);
    await admin.getByRole('button', { name: 'Import' }).click();
    await expect(admin.getByText('Imported: 0 new, 0 changed, 400 unchanged.')).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test('an admin invites, names, maps, checks and imports a file, and exports everyone', async ({
    openAs,
  }) => {
    const admin = await openAs('Robin Hale', { javaScriptEnabled: false });
    await admin.goto('/admin/people?view=people');
    await admin.getByRole('link', { name: 'Invite someone' }).click();
    const name = uniqueName('Orla');
    await admin.getByLabel('Email address').fill(`${name.toLowerCase()}@northlight.example`);
    await admin.getByLabel('Name', { exact: true }).fill(name);
    const erik = admin.getByRole('option', { name: /^\W*Erik Brandt\W* – 1 person mapped/ });
    const agent = (await erik.getAttribute('value')) ?? '';
    await admin.getByLabel('Agent', { exact: true }).selectOption(agent);
    await admin.getByRole('button', { name: 'Invite' }).click();
    await expect(admin.getByText('The invitation is on its way')).toBeVisible();

    await openPerson(admin, name);
    await admin.getByLabel('Role').selectOption('Manager');
    await admin.getByRole('button', { name: 'Save mapping' }).click();
    await expect(admin.getByText('Mapping saved.')).toBeVisible();
    await admin.getByLabel('Name', { exact: true }).fill(`${name} Quill`);
    await admin.getByRole('button', { name: 'Save name' }).click();
    await expect(admin.getByRole('heading', { level: 1, name: `${name} Quill` })).toBeVisible();
    await confirm(admin, 'Remove mapping', `${name} Quill`);
    await expect(admin.getByText('Mapping removed.')).toBeVisible();
    await confirm(admin, 'Disable', `Disable ${name} Quill?`);
    await expect(admin.getByText('Disabled. They are signed out')).toBeVisible();

    await admin.goto('/admin/people?view=files');
    await admin.getByLabel('File', { exact: true }).setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${HEAD}\n<b>x</b>,X,${NORTHLIGHT},,${FREE_AGENT},,agent\n`),
    });
    await admin.getByRole('button', { name: 'Check file' }).click();
    await expect(
      admin.getByRole('heading', { name: 'Nothing was changed: 1 row has an error.' }),
    ).toBeVisible();
    await expect(admin.getByRole('row', { name: '<b>x</b>' })).toContainText('email isn’t an email address');
    await admin.getByRole('link', { name: 'Back to people' }).click();
    await admin.getByLabel('File', { exact: true }).setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${HEAD}\n${name.toLowerCase()}@added.example,Added,,,,,\n`),
    });
    await admin.getByRole('button', { name: 'Import' }).click();
    await expect(admin.getByRole('heading', { name: 'Last import' })).toBeVisible();
    await expect(async () => {
      await admin.reload();
      await expect(admin.getByText('Imported: 1 new, 0 changed, 0 unchanged.')).toBeVisible();
    }).toPass();
    await expect(admin.getByRole('row', { name: `${name.toLowerCase()}@added.example` })).toContainText(
      'New',
    );
    await expect(admin.getByRole('button', { name: 'Export people' })).toBeVisible();
  });
});
