import { BUNDLE_BUDGETS, EMPTY_PAGE, FORM_IN_ALL } from '@/bench/budgets';
import { measurePage } from '@/bench/bundle';
import { expect, signInAs, test } from './fixtures';

test.describe('the JavaScript of the agent’s pages', () => {
  test.beforeEach(({ page }) => signInAs(page, 'Maya Lindqvist'));

  for (const { page: path, overEmpty } of BUNDLE_BUDGETS) {
    test(`${path} keeps its budget over an empty page (requirements F1, D1)`, async ({ page }) => {
      const empty = await measurePage(page.request, EMPTY_PAGE);
      const { gzipBytes } = await measurePage(page.request, path);
      expect(gzipBytes - empty.gzipBytes).toBeLessThanOrEqual(overEmpty);
    });
  }

  test('the form’s page keeps its total budget (requirement F1)', async ({ page }) => {
    const { gzipBytes } = await measurePage(page.request, '/leads/new');
    expect(gzipBytes).toBeLessThanOrEqual(FORM_IN_ALL);
  });

  test('no page loads a forbidden validator, chart, table or toast library (requirement F1)', async ({
    page,
  }) => {
    for (const { page: path } of BUNDLE_BUDGETS) {
      const { addresses } = await measurePage(page.request, path);
      for (const address of addresses) {
        const script = await (await page.request.get(address)).text();
        expect(script, `${path}: ${address}`).not.toMatch(/\bajv\b|recharts|lodash|sonner|tanstack/i);
      }
    }
  });
});
