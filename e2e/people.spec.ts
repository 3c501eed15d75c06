import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirm } from './confirm';
import { expect, expectAccessible, signInAs, test, uniqueName } from './fixtures';
import { fillRequired } from './lead-form';

/** The text of a file that is downloaded. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return await readFile(await download.path(), 'utf8');
}

const HEAD = 'email,name,organizationId,organizationName,agentId,agentName,role';
const NORTHLIGHT = '66b0c4d2e8f1a35790d4d002';
const FREE_AGENT = '66b0c4d2e8f1a35790d4e202';

// Each flow uses several browsers and resets everything afterwards.
test.describe.configure({ timeout: 90_000 });

/** Resets Sam for other flows: waiting, allowed to sign in, and no rule for his domain. */
test.afterEach(async ({ openAs }) => {
  const admin = await openAs('Robin Hale');
  await openPerson(admin, 'Sam Ito');
  for (const [button, done] of [
    ['Enable', 'Enabled. They can sign in again.'],
    ['Remove mapping', 'Mapping removed.'],
  ] as const) {
    const found = admin.getByRole('button', { name: button, exact: true });
    if ((await found.count()) === 0) continue;
    if (button === 'Enable') await found.click();
    else await confirm(admin, button, 'Remove the mapping of Sam Ito?');
    await expect(admin.getByText(done)).toBeVisible();
  }
  await admin.goto('/admin/people?view=rules');
  const remove = admin.getByRole('button', { name: 'Remove the rule for vendor.example' });
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

test('an admin maps a person from a suggestion, and they submit immediately in the browser they have open', async ({
  page: sam,
  openAs,
  vendor,
}) => {
  await signInAs(sam, 'Sam Ito');
  await sam.goto('/leads');
  await expect(sam).toHaveURL(/\/waiting$/);
  const admin = await openAs('Robin Hale');
  await setRule(admin);
  await admin.goto('/admin/people');
  const waiting = admin.getByRole('article', { name: 'Sam Ito' });
  await expect(waiting).toContainText('The domain rule names this organization.');
  // Repeated presses map once.
  await waiting.getByRole('button', { name: `Map Sam Ito to ${FREE_AGENT}, Northlight Systems` }).dblclick();
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

test('disabling a person ends their open session within one request', async ({ openAs }) => {
  const sam = await openAs('Sam Ito');
  await sam.goto('/leads');
  await expect(sam).toHaveURL(/\/waiting$/);
  const admin = await openAs('Robin Hale');
  await openPerson(admin, 'Sam Ito');
  await confirm(admin, 'Disable', 'Disable Sam Ito?');
  await expect(admin.getByText('Disabled. They are signed out')).toBeVisible();
  await sam.goto('/waiting');
  await expect(sam).toHaveURL(/signin/);
  await expect(sam.getByRole('button', { name: 'Sam Ito' })).toHaveCount(0);
  await admin.getByRole('button', { name: 'Enable' }).click();
  await expect(admin.getByText('Enabled. They can sign in again.')).toBeVisible();
});

test('two admins who map one person concurrently: the second is notified, and changes nothing', async ({
  openAs,
}) => {
  const [one, other] = [await openAs('Robin Hale'), await openAs('Robin Hale')];
  await openPerson(one, 'Sam Ito');
  await openPerson(other, 'Sam Ito');
  await one.getByLabel('Agent', { exact: true }).selectOption({ label: 'Erik Brandt – 1 person mapped' });
  await one.getByRole('button', { name: 'Save mapping' }).click();
  await expect(one.getByText('Mapping saved.')).toBeVisible();
  await other.getByLabel('Agent', { exact: true }).selectOption({ index: 1 });
  await other.getByRole('button', { name: 'Save mapping' }).click();
  await expect(other.getByText('someone else changed this in the meantime')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Erik Brandt, Northlight Systems' })).toBeVisible();
});

test('a file is checked and imported, importing it again changes nothing; a wrong pair is refused', async ({
  openAs,
}) => {
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin');
  const email = `${uniqueName('nell').toLowerCase()}@northlight.example`;
  const line = (agentId: string) => `${email},Nell Frost,${NORTHLIGHT},,${agentId},,agent`;
  const choose = (text: string) =>
    admin
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: '../../<b>.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await admin.goto('/admin/people?view=files');
  await choose(`${HEAD}\n${line('66b0c4d2e8f1a35790d4e101')}\n`);
  await admin.getByRole('button', { name: 'Check file' }).click();
  await expect(admin.getByRole('row', { name: email })).toContainText(
    'agentId belongs to another organization',
  );
  await expectAccessible(admin);

  const template = await downloaded(admin, () =>
    admin.getByRole('link', { name: 'Download a template' }).click(),
  );
  await choose(`${template}${email},Nell Frost,${NORTHLIGHT},,${FREE_AGENT},,,agent\r\n`);
  await admin.getByRole('button', { name: 'Check file' }).click();
  await expect(admin.getByText('Checked, nothing changed yet: 1 new, 0 changed')).toBeVisible();
  await admin.getByRole('button', { name: 'Import' }).dblclick();
  await expect(admin.getByText('Imported: 1 new, 0 changed')).toBeVisible();
  await admin.getByRole('button', { name: 'Import' }).click();
  await expect(admin.getByText('Imported: 0 new, 0 changed, 1 unchanged')).toBeVisible();

  const started = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export people' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('people.csv');
  await openPerson(admin, 'Nell Frost');
  await confirm(admin, 'Remove mapping', 'Nell Frost');
  await expect(admin.getByText('Mapping removed.')).toBeVisible();
  await confirm(admin, 'Disable', 'Disable Nell Frost?');
  await expect(admin.getByText('Disabled. They are signed out')).toBeVisible();
});

test.describe('with a connection that breaks', () => {
  test.use({ expectedInConsole: [/ERR_FAILED/] });

  test('a large import whose answer was lost is not reported as failed, and repeating it duplicates nothing', async ({
    openAs,
  }) => {
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
    // The desk does the import, and the connection breaks before the answer arrives.
    await admin.route('**/admin/people/import', async (route) => {
      const answer = await route.fetch();
      expect(answer.status()).toBe(200);
      await route.abort();
    });
    await admin.getByRole('button', { name: 'Import' }).click();
    await expect(admin.getByText('We don’t know whether this was saved.')).toBeVisible();
    await admin.unroute('**/admin/people/import');
    await admin.getByRole('button', { name: 'Import' }).click();
    await expect(admin.getByText('Imported: 0 new, 0 changed, 400 unchanged.')).toBeVisible();
  });
});

test('a rule is not redirected without confirmation, and public mail domains get no rule', async ({
  openAs,
}) => {
  const admin = await openAs('Robin Hale');
  await setRule(admin);
  const rules = admin.getByRole('table', { name: 'Domain rules' });
  const set = async (domain: string, organization: string) => {
    await admin.getByLabel('Domain', { exact: true }).fill(domain);
    await admin.getByLabel('Organization', { exact: true }).selectOption(organization);
    await admin.getByRole('button', { name: 'Save rule' }).click();
  };
  await set('vendor.example', 'Harbour & Finch Advisory');
  await expect(admin.getByText('this domain already has one, for Northlight Systems (Agent).')).toBeVisible();
  await expect(rules).toContainText('Northlight Systems');
  await expect(rules).not.toContainText('Harbour');
  await expect(admin.getByLabel('Domain', { exact: true })).toHaveValue('vendor.example');
  const replace = admin.getByLabel('Replace the rule for Northlight Systems (Agent)');
  await expect(replace).not.toBeChecked();
  await expectAccessible(admin);
  await replace.check();
  await admin.getByRole('button', { name: 'Save rule' }).click();
  await expect(admin.getByText('Rule saved. It applies from the next sign-in.')).toBeVisible();
  await expect(rules).toContainText('Harbour & Finch Advisory');
  await expect(replace).toHaveCount(0);

  await set('gmail.com', 'Northlight Systems');
  await expect(admin.getByText('anyone can get an address at this email provider')).toBeVisible();
  await set('co.uk', 'Northlight Systems');
  await expect(admin.getByText('anyone can get a domain below this one')).toBeVisible();
  await expect(rules).not.toContainText('gmail.com');
});

test('a file with semicolons is read, and all errors in its lines are reported together', async ({
  openAs,
}) => {
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/people?view=files');
  const lines = [
    HEAD,
    `ada@northlight.example,,${NORTHLIGHT},,66b0c4d2e8f1a35790d4e101,,boss,,`,
    `ben@northlight.example,Ben,${NORTHLIGHT},,${FREE_AGENT},,agent,,more`,
    `cy@northlight.example,Cy,,,,,,,`,
  ];
  await admin.getByLabel('File', { exact: true }).setInputFiles({
    ...{ name: 'people.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(lines.join('\r\n').replaceAll(',', ';')),
  });
  await admin.getByRole('button', { name: 'Check file' }).click();
  await expect(admin.getByText('Nothing was changed: 2 lines have errors.')).toBeVisible();
  const first = admin.getByRole('row', { name: 'ada@northlight.example' });
  for (const problem of ['name is empty', 'role must be agent or manager', 'agentId belongs to another'])
    await expect(first).toContainText(problem);
  await expect(admin.getByRole('row', { name: 'ben@northlight.example' })).toContainText('has more cells');
});

test('a typed pair of two organizations is refused, and what was typed stays', async ({ openAs }) => {
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/people?view=agents');
  await admin.getByLabel('Organization ID').fill('org-made-up');
  await admin.getByLabel('Agent ID').fill(FREE_AGENT);
  await admin.getByRole('button', { name: 'Add agent' }).click();
  await expect(admin.getByText('this agent belongs to another organization')).toBeVisible();
  await expect(admin.getByLabel('Organization ID')).toHaveValue('org-made-up');
});

test('an agent’s page is accessible, and fits a phone as well as a wide screen', async ({ openAs }) => {
  const admin = await openAs('Robin Hale');
  await openPerson(admin, 'Maya Lindqvist');
  await admin.getByRole('link', { name: 'Maya Lindqvist, Harbour & Finch Advisory' }).click();
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of [1280, 320]) {
    await admin.setViewportSize({ width, height: 900 });
    const over = await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  }
  await expectAccessible(admin);
});

test.describe('without JavaScript', () => {
  test('an admin invites, names, maps, checks a file and exports everyone', async ({ openAs }) => {
    const admin = await openAs('Robin Hale', { javaScriptEnabled: false });
    await admin.goto('/admin/people?view=people');
    await admin.getByRole('link', { name: 'Invite someone' }).click();
    const name = uniqueName('Orla');
    await admin.getByLabel('Email address').fill(`${name.toLowerCase()}@northlight.example`);
    await admin.getByLabel('Name', { exact: true }).fill(name);
    await admin.getByLabel('Agent', { exact: true }).selectOption({ label: 'Erik Brandt – 1 person mapped' });
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
      admin.getByRole('heading', { name: 'Nothing was changed: 1 line has an error.' }),
    ).toBeVisible();
    await expect(admin.getByRole('row', { name: '<b>x</b>' })).toContainText('email isn’t an email address');
    await admin.getByRole('link', { name: 'Back to people' }).click();
    await expect(admin.getByRole('button', { name: 'Export people' })).toBeVisible();
  });
});
