import { DEFAULT_LOCALE } from '@/lib/i18n/locales';
import { expect, type Scene, type Stage, scenesOf } from './scene';
import type { SceneRunner } from './scene-runner';

/** Pages of a manager, who sees the leads of everyone in the organization. */
export const MANAGER: readonly Scene[] = [
  ...scenesOf({ person: 'Ines Carvalho' }, [
    { id: 'manager-leads', open: '/leads', print: true },
    { id: 'drafts-none', open: '/drafts' },
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
