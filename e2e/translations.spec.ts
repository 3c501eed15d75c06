import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type english from '@/messages/en.json';
import type { Vendor } from '../tests/support/vendor';
import { confirm } from './confirm';
import { expect, readFormAgain, test, uniqueName } from './fixtures';
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

async function save(admin: Page): Promise<void> {
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Saved. Everyone sees it the next time a page loads')).toBeVisible();
}

async function reset(admin: Page, fieldId: string): Promise<void> {
  await admin.goto(fieldPage(fieldId));
  await confirm(admin, 'Reset everything', 'Reset “');
  await expect(admin.getByText('Reset to the portal’s version.')).toBeVisible();
}

test.describe('the admin’s own texts', () => {
  test('of a field are shown in the agent’s language, else in the default one, else as in the portal', {
    tag: '@rest',
  }, async ({ openAs, vendor, stack }) => {
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
});
