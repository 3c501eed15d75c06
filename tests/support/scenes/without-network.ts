import { expect, type Scene, type Stage, scenesOf } from './scene';
import { fillRequired } from './submissions';

/** What a device keeps, and what it shows without a network. */
export const WITHOUT_NETWORK: readonly Scene[] = scenesOf({ person: 'Maya Lindqvist' }, [
  { id: 'device', open: '/settings/device' },
  { id: 'device-caches', open: (stage) => cacheLeads(stage) },
  { id: 'offline-list', open: (stage) => openOffline(stage, '/leads') },
  { id: 'offline-form', open: (stage) => openOffline(stage, '/leads/new') },
  {
    id: 'offline-form-errors',
    open: async (stage) => {
      await openOffline(stage, '/leads/new');
      await submit(stage);
      await expect(stage.page.locator('#problem-heading')).toBeVisible();
    },
  },
  {
    id: 'offline-waiting',
    open: async (stage) => {
      const { page, t } = stage;
      await openOffline(stage, '/leads/new');
      await fillRequired(stage, 'Offline');
      await submit(stage);
      await expect(page.getByText(t('Cached.state.waiting'), { exact: true })).toBeVisible();
    },
  },
  {
    id: 'offline-question',
    open: async (stage) => {
      const { page, t } = stage;
      await openOffline(stage, '/leads/new');
      const pageId = page.locator('input[name=submissionId]');
      const first = await pageId.inputValue();
      await fillRequired(stage, 'Offline');
      await submit(stage);
      await expect(page.getByText(t('Cached.state.waiting'), { exact: true })).toBeVisible();
      // As Back or a copied tab brings it.
      await page.goto('/leads/new');
      await fillRequired(stage, 'Another');
      await pageId.evaluate((element, id) => element.setAttribute('value', id), first);
      await submit(stage);
      await expect(page.getByRole('button', { name: t('Form.submitAsNew') }).first()).toBeVisible();
    },
  },
]);

const submit = ({ page, t }: Stage) => page.getByRole('button', { name: t('Form.submitLead') }).click();

/** Allows it, and waits until everything is cached and the worker answers for the page. */
async function cacheLeads({ page, t }: Stage): Promise<void> {
  await page.goto('/settings/device');
  await page.getByRole('switch', { name: t('Cached.switch') }).click();
  await expect(page.getByRole('switch', { name: t('Cached.switch') })).toBeChecked();
  const [before = ''] = t('Cached.cachedAsOf', { time: '|' }).split('|');
  await expect(page.getByRole('status').filter({ hasText: before.trim() })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function openOffline(stage: Stage, path: string): Promise<void> {
  await cacheLeads(stage);
  const { page, afterwards } = stage;
  await page.context().setOffline(true);
  afterwards(() => page.context().setOffline(false));
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
