import { sail } from '../pictures';
import { expect, type Scene, type Stage, scenesOf } from './scene';

/** The brand of a desk, as set and as it shows; an admin's, because only they set it. */
export const BRAND: readonly Scene[] = scenesOf({ person: 'Robin Hale' }, [
  { id: 'admin-brand', open: '/admin/brand' },
  {
    id: 'admin-brand-set',
    open: async (stage) => {
      await setBrand(stage);
      await stage.page.goto('/admin/brand');
    },
  },
  {
    id: 'admin-brand-logo-refused',
    open: async ({ page, t }) => {
      await page.goto('/admin/brand');
      await page.locator('#brand-logo').setInputFiles({
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      });
      await expect(page.getByText(t('Brand.fault.format'))).toBeVisible();
    },
  },
  {
    id: 'sign-in-branded',
    open: async (stage) => {
      await setBrand(stage);
      await stage.page.goto('/signin?again=1');
    },
  },
]);

/** A color that the light theme cannot show as it is, and a logo that the dark one cannot. */
async function setBrand({ page, afterwards, t }: Stage): Promise<void> {
  const texts: [id: string, text: string][] = [
    ['brand-name', 'Harbour & Finch Partners'],
    ['brand-accent', '#ffb000'],
    ['brand-helpUrl', 'help@harbourfinch.example'],
    ['brand-privacyUrl', 'https://harbourfinch.example/privacy'],
  ];
  const save = async () => {
    await page.locator('form:has(#brand-name) button[type="submit"]').click();
    await expect(page.getByText(t('Brand.saved'))).toBeVisible();
  };
  await page.goto('/admin/brand');
  afterwards(async () => {
    await page.goto('/admin/brand');
    await page.locator('form:has(input[value="remove"]) button').first().click();
    await expect(page.getByText(t('Brand.imageRemoved', { image: 'logo' }))).toBeVisible();
    for (const [id] of texts) await page.locator(`#${id}`).fill('');
    await save();
  });
  await page.locator('#brand-logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sail('#16203a'),
  });
  await expect(page.getByText(t('Brand.imageSet', { image: 'logo' }))).toBeVisible();
  for (const [id, text] of texts) await page.locator(`#${id}`).fill(text);
  await save();
}
