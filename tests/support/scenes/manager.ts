import { expect, type Scene, scenesOf } from './scene';

/** Pages of a manager, who sees the leads of everyone in the organization. */
export const MANAGER: readonly Scene[] = [
  ...scenesOf({ person: 'Ines Carvalho' }, [{ id: 'manager-leads', open: '/leads', print: true }]),
  ...scenesOf({ person: 'Ines Carvalho', portal: 'large' }, [
    { id: 'manager-leads-5000', open: '/leads' },
    { id: 'manager-leads-search', open: '/leads?q=al' },
  ]),
  ...scenesOf({ person: 'Tom Okafor', portal: 'large' }, [
    { id: 'cruel-leads', open: '/leads' },
    {
      id: 'cruel-lead',
      print: true,
      open: async ({ page }) => {
        await page.goto('/leads?q=Quist');
        await page.locator('main a[href*="/leads/"]:not([href*="new"])').first().click();
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Quist');
      },
    },
  ]),
];
