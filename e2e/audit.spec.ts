import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';

const ROBIN = 'robin.hale@vendor.example';
/** A well-formed lead number that no lead has. */
const NO_LEAD = '00000000000000000000abcd';

test('the log shows who did what, can be filtered, and can be exported', { tag: '@rest' }, async ({
  openAs,
}) => {
  test.setTimeout(60_000);
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/health');
  await admin.getByRole('button', { name: 'Check now' }).click();
  await expect(admin.getByText(/^Checked\./)).toBeVisible();
  await admin.goto('/admin/webhooks');
  const checks = admin.getByRole('region', { name: 'Check leads now' });
  await checks.getByLabel('Lead ID').fill(NO_LEAD);
  await checks.getByRole('button', { name: 'Re-check this lead' }).click();
  await expect(checks).toContainText(`The portal has no lead ${NO_LEAD}.`);

  await admin.getByRole('link', { name: 'Audit log' }).click();
  const table = admin.getByRole('table', { name: 'Audit log' });
  const newest = table.getByRole('row').nth(1);
  await expect(newest).toContainText(ROBIN);
  await expect(newest).toContainText(`Lead re-checked: ${NO_LEAD}`);
  await expect(table).toContainText('Health checks run');

  const filters = admin.getByRole('form', { name: 'Filter the audit log' });
  await filters.getByLabel('Action').selectOption({ label: 'Lead re-checked' });
  await filters.getByLabel('By (email)').fill(ROBIN.toUpperCase());
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(admin).toHaveURL(/event=lead\.rechecked/);
  await expect(newest).toContainText(`Lead re-checked: ${NO_LEAD}`);
  await expect(table).not.toContainText('Health checks run');

  const downloading = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('partner-desk-log.csv');
  const [head, first] = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(head).toContain('"Who","Action"');
  expect(first).toContain(`"${ROBIN}","Lead re-checked: ${NO_LEAD}","lead.rechecked","lead ${NO_LEAD}"`);

  await admin.goto('/admin/audit');
  await expect(newest).toContainText('Audit log exported');
  await expect(newest).toContainText('Action: Lead re-checked');
  for (const text of await table.getByRole('cell').allTextContents()) expect(text).not.toMatch(/:\s*(,|$)/);
  await filters.getByLabel('By (email)').fill('nobody@vendor.example');
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(admin.getByText('No matches')).toBeVisible();
});
