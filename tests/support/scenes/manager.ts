import { DEFAULT_LOCALE } from '@/lib/i18n/locales';
import { expect, type Scene, type Stage, scenesOf } from './scene';
import type { SceneRunner } from './scene-runner';

/** Pages of a manager, who sees the leads of everyone in the organization. */
export const MANAGER: readonly Scene[] = [
  ...scenesOf({ person: 'Ines Carvalho' }, [
    { id: 'manager-leads', open: '/leads', print: true },
    { id: 'team', open: '/team?weeks=52', print: true },
    { id: 'drafts-none', open: '/drafts' },
    { id: 'saved-views', open: saveViews },
  ]),
  ...scenesOf({ person: 'Ines Carvalho', portal: 'large' }, [
    { id: 'manager-leads-5000', open: '/leads' },
    { id: 'manager-leads-search', open: '/leads?q=al' },
  ]),
  ...scenesOf({ person: 'Tom Okafor', portal: 'large' }, [
    { id: 'cruel-leads', open: '/leads' },
    { id: 'cruel-lead', print: true, open: openCruelLead },
    {
      id: 'cruel-lead-edit',
      open: async (stage) => {
        await openCruelLead(stage);
        await stage.page.getByRole('link', { name: stage.t('Lead.edit') }).click();
        await expect(stage.page.locator('#lead-form')).toBeVisible();
      },
    },
  ]),
];

const VIEWS = [
  { name: 'Won this year', address: 'status=won&from=2026-01-01&sort=value' },
  { name: 'W'.repeat(80), address: 'status=unheard+of' },
  { name: 'عملاء جدد من السوق', address: 'q=harbour' },
];

/** Saves views that are deleted afterwards, and opens the page of them all. */
async function saveViews({ page, t, afterwards }: Stage): Promise<void> {
  for (const { name, address } of VIEWS) {
    await page.goto(`/leads/views?${address}`);
    await page.locator('#view-name').fill(name);
    if (address.startsWith('q')) await page.getByLabel(t('Views.share')).first().check();
    await page.getByRole('button', { name: t('Views.save'), exact: true }).click();
    await page.waitForURL(`**/leads?${address}`);
    afterwards(async () => {
      await page.goto('/leads/views');
      await page
        .getByRole('button', { name: t('Common.named', { action: t('Common.delete'), name }) })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('Common.delete'), exact: true })
        .click();
      await expect(page.getByText(t('Views.deleted'))).toBeVisible();
    });
  }
  await page.goto('/leads/views?status=won&sort=company&dir=asc');
}

async function openCruelLead({ page }: Stage): Promise<void> {
  await page.goto('/leads?q=Quist');
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Incorporated Society');
}

/** Resolves when the desk has read the leads of `addCruelLeads`; among thousands of others that takes a while. */
export async function waitForCruelLeads(runner: SceneRunner): Promise<void> {
  const newest: Scene = { id: 'newest-leads', person: 'Tom Okafor', open: '/leads' };
  await runner.play(newest, DEFAULT_LOCALE, async (page) => {
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('rowheader', { name: 'Quist' })).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 180_000 });
  });
}
