import { expect, type Scene, type Stage, scenesOf } from './scene';

/** Pages of an admin of the desk. */
export const ADMIN: readonly Scene[] = scenesOf({ person: 'Robin Hale' }, [
  { id: 'admin-overview', open: '/admin' },
  {
    id: 'admin-overview-key-refused',
    open: async ({ page, vendor, afterwards, t }) => {
      await vendor.setFaults({ errorRate: 1, errorStatus: 401, onlyRoutes: ['token'] });
      await vendor.revokeTokens();
      afterwards(async () => {
        await vendor.setFaults({ errorRate: 0, errorStatus: 0, onlyRoutes: [] });
        await page.goto('/admin/setup');
        await page.getByRole('button', { name: t('Setup.checkNow') }).click();
        await expect(page.getByText(t('Setup.checked', { bad: 0 }))).toBeVisible();
      });
      await page.goto('/admin/setup');
      await checkNow({ page, t });
      await page.goto('/admin');
    },
  },
  {
    id: 'admin-setup',
    open: async ({ page, t }) => {
      await page.goto('/admin/setup');
      await checkNow({ page, t });
    },
  },
  { id: 'admin-people-waiting', open: '/admin/people' },
  { id: 'admin-people', open: '/admin/people?view=people' },
  { id: 'admin-people-agents', open: '/admin/people?view=agents' },
  { id: 'admin-people-rules', open: '/admin/people?view=rules' },
  { id: 'admin-people-files', open: '/admin/people?view=files' },
  { id: 'admin-person', open: openPerson },
  {
    id: 'admin-person-disable',
    open: async (stage) => {
      await openPerson(stage);
      await stage.page.getByRole('button', { name: stage.t('People.person.disable') }).click();
      await expect(stage.page.getByRole('dialog')).toBeVisible();
    },
  },
  { id: 'admin-invite', open: '/admin/people/invite' },
  { id: 'admin-fields', open: '/admin/fields' },
  { id: 'admin-fields-german', open: '/admin/fields?texts=de' },
  { id: 'admin-statuses-german', open: '/admin/fields?part=statuses&texts=de' },
  { id: 'admin-webhooks', open: '/admin/webhooks' },
  { id: 'admin-receipts', open: '/admin/receipts' },
  { id: 'admin-submissions', open: '/admin/submissions' },
  { id: 'admin-audit', open: '/admin/audit' },
  { id: 'admin-not-found', open: '/admin/nothing', isError: true },
]);

async function openPerson({ page }: Stage): Promise<void> {
  await page.goto('/admin/people?view=people&q=Maya');
  await page.getByRole('row', { name: 'Maya Lindqvist' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya');
}

/** More steps than can fail at once. */
const MAX_FAILING = 20;

async function checkNow({ page, t }: Pick<Stage, 'page' | 't'>): Promise<void> {
  await page.getByRole('button', { name: t('Setup.checkNow') }).click();
  const results = [...Array(MAX_FAILING).keys()].map((bad) => page.getByText(t('Setup.checked', { bad })));
  await expect(results.reduce((one, other) => one.or(other))).toBeVisible();
}
