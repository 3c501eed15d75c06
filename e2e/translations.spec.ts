import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type english from '@/messages/en.json';
import type { Vendor } from '../tests/support/vendor';
import { confirm } from './confirm';
import { expect, expectAccessible, readFormAgain, test, uniqueName } from './fixtures';
import { createFamily, openFamily } from './lead-list';
import type { StackUrls } from './stacks';

const textsOf = (locale: string): typeof english =>
  JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
const [german, japanese] = [textsOf('de'), textsOf('ja')];

const GERMAN = { locale: 'de-AT' };
const JAPANESE = { locale: 'ja-JP' };

/** An optional field for one flow only, so that parallel flows see their form unchanged. */
async function addOwnField(vendor: Vendor, stack: StackUrls, stem: string) {
  const field = await vendor.addField({ label: uniqueName(stem), type: 'text' });
  await readFormAgain(stack);
  return field;
}

const fieldPage = (fieldId: string, texts = '') =>
  `/admin/fields?${texts && `texts=${texts}&`}field=${encodeURIComponent(fieldId)}`;

const textsIn = (admin: Page, language: string) =>
  admin.getByRole('navigation', { name: 'Texts in' }).getByRole('link', { name: language });

async function save(admin: Page, name = 'Save'): Promise<void> {
  await admin.getByRole('button', { name, exact: true }).click();
  await expect(admin.getByText('Saved. Takes effect on the next page load')).toBeVisible();
}

async function reset(admin: Page, fieldId: string): Promise<void> {
  await admin.goto(fieldPage(fieldId));
  await confirm(admin, 'Reset everything', 'Reset “');
  await expect(admin.getByText('Reset to the portal’s version.')).toBeVisible();
}

/** How many fields or statuses the switch says are translated. */
async function countOf(admin: Page, language: string): Promise<number> {
  const text = await textsIn(admin, language).textContent();
  return Number(/(\d+) of \d+ translated/.exec(text ?? '')?.[1]);
}

test.describe('the admin’s own texts', () => {
  // axe reads every element four times.
  test.describe.configure({ timeout: 120_000 });

  test('of a field are shown in the agent’s language, else in the default one, else as in the portal', async ({
    openAs,
    vendor,
    stack,
  }) => {
    const { label, fieldId } = await addOwnField(vendor, stack, 'Size ');
    const admin = await openAs('Robin Hale');
    await admin.goto(fieldPage(fieldId));
    await textsIn(admin, 'Deutsch').click();
    await expect(admin).toHaveURL(/texts=de/);
    const input = admin.getByLabel('Label', { exact: true });
    await expect(input).toHaveAccessibleDescription(`Shown: “${label}” (from the portal)`);
    await expect(input).toHaveAttribute('placeholder', label);
    await expect(admin.getByLabel('Help text')).toHaveAccessibleDescription('Nothing is shown.');
    await expect(admin.getByText('This field has no heading.')).toBeVisible();
    await expectAccessible(admin);

    const [name, help] = [uniqueName('Größe '), 'Mit allen Standorten.'];
    await input.fill(name);
    await admin.getByLabel('Help text').fill(help);
    await save(admin);
    await expect(input).toHaveValue(name);

    const germanAgent = await openAs('Maya Lindqvist', GERMAN);
    await germanAgent.goto('/leads/new');
    await expect(germanAgent.locator('html')).toHaveAttribute('lang', 'de-AT');
    await germanAgent.getByText(german.Form.moreDetails).click();
    await expect(germanAgent.getByLabel(name)).toHaveAccessibleDescription(help);
    await expect(germanAgent.getByLabel(label)).toHaveCount(0);

    const japaneseAgent = await openAs('Maya Lindqvist', JAPANESE);
    await japaneseAgent.goto('/leads/new');
    await japaneseAgent.getByText(japanese.Form.moreDetails).click();
    await expect(japaneseAgent.getByLabel(label)).toBeVisible();

    const english = uniqueName('Headcount ');
    await textsIn(admin, 'English').click();
    await admin.getByLabel('Label', { exact: true }).fill(english);
    await save(admin);
    await japaneseAgent.reload();
    await japaneseAgent.getByText(japanese.Form.moreDetails).click();
    await expect(japaneseAgent.getByLabel(english)).toBeVisible();
    await textsIn(admin, '日本語').click();
    await expect(admin.getByLabel('Label', { exact: true })).toHaveAccessibleDescription(
      `Shown: “${english}” (from English)`,
    );
    await reset(admin, fieldId);
  });

  test('are listed with what is missing, counted, and reached one after the other', async ({
    openAs,
    vendor,
    stack,
  }) => {
    const { label, fieldId } = await addOwnField(vendor, stack, 'Depth ');
    const admin = await openAs('Robin Hale');
    await admin.goto('/admin/fields');
    await textsIn(admin, 'Français').click();
    const row = admin.getByRole('row').filter({ hasText: fieldId });
    await expect(row).toContainText(`Shown: “${label}” (from the portal)`);
    await expect(row).toContainText('Not translated');
    const before = await countOf(admin, 'Français');
    for (const width of [320, 1280]) {
      await admin.setViewportSize({ width, height: 900 });
      await expectAccessible(admin);
    }
    await row.getByRole('link', { name: label }).click();
    await admin.getByLabel('Label', { exact: true }).fill('Profondeur');
    await save(admin);
    expect(await countOf(admin, 'Français')).toBe(before + 1);
    await admin.getByRole('link', { name: /^Next field to translate: / }).click();
    await expect(admin).toHaveURL(/texts=fr/);
    await expect(admin.getByLabel('Label', { exact: true })).toHaveValue('');
    await admin.getByRole('link', { name: 'All fields' }).click();
    await expect(row).toContainText('Profondeur');
    await expect(row).toContainText('Translated');
    await reset(admin, fieldId);
  });

  test('may have a heading, which is that of all its fields', async ({ openAs, vendor, stack }) => {
    const { label, fieldId } = await addOwnField(vendor, stack, 'Width ');
    const [heading, translated] = [uniqueName('Measures '), uniqueName('Maße ')];
    const admin = await openAs('Robin Hale');
    await admin.goto(fieldPage(fieldId));
    await admin.getByLabel('Heading').fill(heading);
    await save(admin);
    await textsIn(admin, 'Deutsch').click();
    await expect(admin.getByText(`Applies to every field under “${heading}”.`)).toBeVisible();
    await admin.getByLabel('Heading').fill(translated);
    await save(admin);
    const agent = await openAs('Maya Lindqvist', GERMAN);
    await agent.goto('/leads/new');
    await agent.getByText(german.Form.moreDetails).click();
    await expect(agent.getByRole('region', { name: translated }).getByLabel(label)).toBeVisible();
    await reset(admin, fieldId);
  });

  test('that are long, or contain markup, stay text', async ({ openAs, vendor, stack }) => {
    const { fieldId } = await addOwnField(vendor, stack, 'Odd ');
    const admin = await openAs('Robin Hale');
    await admin.goto(fieldPage(fieldId, 'de'));
    const markup = '<img src=x onerror=alert(1)> & "Ende"';
    await admin.getByLabel('Label', { exact: true }).fill(`${markup} ${'Donaudampfschiff'.repeat(5)}`);
    await save(admin);
    const agent = await openAs('Maya Lindqvist', GERMAN);
    await agent.setViewportSize({ width: 320, height: 900 });
    await agent.goto('/leads/new');
    await agent.getByText(german.Form.moreDetails).click();
    await expect(agent.getByLabel(markup)).toBeVisible();
    expect(await agent.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await admin.getByLabel('Label', { exact: true }).fill('Rück\u202ewärts');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(admin.getByText('The label can’t be saved').filter({ visible: true })).toHaveCount(1);
    await reset(admin, fieldId);
  });

  test('of a status are shown in list, filter and history of a lead', async ({ openAs, vendor }) => {
    const lastName = uniqueName('Linde');
    const status = uniqueName('stage_');
    const [made] = await createFamily(vendor, lastName, ['Noor']);
    const agent = await openAs('Maya Lindqvist', GERMAN);
    await openFamily(agent, lastName, 1);
    await vendor.changeLead(made?.id ?? '', { status });
    await expect(agent.getByRole('row', { name: lastName })).toContainText(status);

    const admin = await openAs('Robin Hale');
    await admin.goto('/admin/fields?part=statuses');
    await textsIn(admin, 'Deutsch').click();
    const card = admin.getByRole('article').filter({ hasText: status });
    await expect(card.getByLabel('Name')).toHaveAccessibleDescription(`Shown: “${status}” (from the portal)`);
    const before = await countOf(admin, 'Deutsch');
    const name = uniqueName('Bei der Rechtsabteilung ');
    await card.getByLabel('Name').fill(name);
    await save(admin, `Save “${status}”`);
    expect(await countOf(admin, 'Deutsch')).toBe(before + 1);
    await expectAccessible(admin);

    await agent.reload();
    await expect(agent.getByRole('row', { name: lastName })).toContainText(name);
    const filter = agent.getByRole('combobox', { name: german.Leads.status, exact: true });
    await expect(filter.getByRole('option', { name })).toHaveCount(1);
    await agent.getByRole('link', { name: `Noor ${lastName}` }).click();
    await expect(agent.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
    const japaneseAgent = await openAs('Maya Lindqvist', JAPANESE);
    await openFamily(japaneseAgent, lastName, 1);
    await expect(japaneseAgent.getByRole('row', { name: lastName })).toContainText(status);

    await card.getByLabel('Name').fill('');
    await save(admin, `Save “${status}”`);
  });
});

test.describe('without JavaScript', () => {
  test('an admin translates a field, and an agent reads it', async ({ openAs, vendor, stack }) => {
    const { fieldId } = await addOwnField(vendor, stack, 'Plain ');
    const name = uniqueName('Schlicht ');
    const admin = await openAs('Robin Hale', { javaScriptEnabled: false });
    await admin.goto(fieldPage(fieldId));
    await textsIn(admin, 'Deutsch').click();
    await admin.getByLabel('Label', { exact: true }).fill(name);
    await save(admin);
    await expect(admin.getByLabel('Label', { exact: true })).toHaveValue(name);
    const agent = await openAs('Maya Lindqvist', { ...GERMAN, javaScriptEnabled: false });
    await agent.goto('/leads/new');
    await agent.getByText(german.Form.moreDetails).click();
    await expect(agent.getByRole('textbox', { name })).toBeVisible();
    await reset(admin, fieldId);
  });
});
