import type { Page } from '@playwright/test';
import { expect, type Scene, type Stage, scenesOf } from './scene';

/** Many leads from one file, step by step. */
export const IMPORTS: readonly Scene[] = scenesOf({ person: 'Maya Lindqvist' }, [
  { id: 'import', open: '/leads/import' },
  { id: 'import-fault', open: '/leads/import?fault=quotes&line=12' },
  {
    id: 'import-list',
    open: async (stage) => {
      await openColumns(stage);
      await stage.page.goto('/leads/import');
      await expect(stage.page.getByRole('heading', { name: stage.t('Import.listTitle') })).toBeVisible();
    },
  },
  { id: 'import-columns', open: (stage) => openColumns(stage) },
  { id: 'import-check', open: (stage) => openCheck(stage) },
  {
    id: 'import-check-known',
    open: async (stage) => {
      await openCheck(stage);
      await stage.page.goto(`${stepOf(stage.page, 'check')}?show=duplicate-rows`);
    },
  },
  {
    id: 'import-check-asked',
    open: async (stage) => {
      await openColumns(stage, LEADS, { value: '12.500' });
      await stage.page.getByRole('button', { name: stage.t('Import.checkRows') }).click();
      await expect(stage.page.getByText(stage.t('Import.askNumbers'))).toBeVisible();
    },
  },
  { id: 'import-send', open: (stage) => openSend(stage) },
  {
    id: 'import-sending',
    open: async (stage) => {
      const { vendor, afterwards, t, page } = stage;
      await openSend(stage, MANY);
      await vendor.setFaults({ down: true });
      afterwards(() => vendor.setFaults({ down: false }));
      await send(stage, MANY);
      await expect(page.getByRole('button', { name: t('Import.pause') })).toBeVisible();
      await page.getByRole('button', { name: t('Import.pause') }).click();
      await expect(page.getByRole('button', { name: t('Import.continue') })).toBeVisible();
    },
  },
  {
    id: 'import-result',
    open: async (stage) => {
      await openSend(stage);
      await send(stage);
      await expect(async () => {
        await stage.page.goto(stepOf(stage.page, 'result'));
        const delivered = stage.page.getByText(stage.t('Import.outcome.accepted'), { exact: true });
        await expect(delivered).toHaveCount(LEADS.length, { timeout: 1_000 });
      }).toPass();
    },
  },
]);

/** Two of them with a problem, one of them twice. */
const HEAD = ['First name', 'Last name', 'Email', 'Platform', 'Deal value', 'Company', 'Shoe size'];
const LEADS = ['Winters', 'Summers', 'Autumn'];
/** More than are on their way together. */
const MANY = [...LEADS, ...Array.from({ length: 30 }, (_, number) => `Month${number}`)];

function cells(names: readonly string[], value = '1,250.50'): string {
  const run = Date.now().toString(36);
  const row = (name: string, platform: string) =>
    ['Nora', `${name} ${run}`, `${name}.${run}@firm.example`, platform, value, `${name} Ltd`, '42'].join(
      '\t',
    );
  const good = names.map((name) => row(name, 'Web store'));
  return [HEAD.join('\t'), ...good, good[0], row('Spring', 'Shop'), row('Frost', 'Market')].join('\n');
}

const stepOf = (page: Page, step: string) => new URL(page.url()).pathname.replace(/\w+$/, step);

async function openColumns(
  { page, t }: Stage,
  names = LEADS,
  { value }: { value?: string } = {},
): Promise<void> {
  // One person may upload only a few in a short time, and every scene does.
  await expect(async () => {
    await page.goto('/leads/import');
    await page.getByLabel(t('Import.pasteLabel')).fill(cells(names, value));
    await page.getByRole('button', { name: t('Import.uploadCells') }).click();
    const columns = page.getByRole('heading', { level: 1, name: t('Import.columnsTitle') });
    await expect(columns).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

async function openCheck(stage: Stage, names = LEADS): Promise<void> {
  const { page, t } = stage;
  await openColumns(stage, names);
  await page.getByRole('button', { name: t('Import.checkRows') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('Import.checkRows') })).toBeVisible();
}

async function openSend(stage: Stage, names = LEADS): Promise<void> {
  const { page, t } = stage;
  await openCheck(stage, names);
  await page.getByRole('link', { name: t('Import.goOn', { count: names.length }) }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('Import.sendTitle') })).toBeVisible();
}

async function send({ page, t }: Stage, names = LEADS): Promise<void> {
  await page.getByRole('radio', { name: t('Form.yes') }).check();
  await page.getByRole('button', { name: t('Import.sendNow', { count: names.length }) }).click();
}
