import { readdirSync, readFileSync } from 'node:fs';
import { BUNDLE_BUDGETS, EMPTY_PAGE, FORM_IN_ALL, TEAM_OVER_EMPTY } from '@/bench/budgets';
import { measurePage } from '@/bench/bundle';
import { textsOf } from '@/scripts/lib/texts';
import { expect, signInAs, test } from './fixtures';

type Catalogue = Parameters<typeof textsOf>[0];

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
    // Of the demo's form: another flow may have added a long list, and the desk reads the form again within a minute.
    await expect
      .poll(async () => (await measurePage(page.request, '/leads/new')).gzipBytes, { timeout: 30_000 })
      .toBeLessThanOrEqual(FORM_IN_ALL);
  });

  test('the form’s page does not load what reads a pasted signature', async ({ page }) => {
    const { addresses } = await measurePage(page.request, '/leads/new');
    for (const address of addresses) {
      expect(await (await page.request.get(address)).text(), address).not.toContain('MECARD');
    }
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

test('the report of a team brings at most 10 kB of JavaScript', async ({ page }) => {
  await signInAs(page, 'Ines Carvalho');
  const empty = await measurePage(page.request, EMPTY_PAGE);
  const { gzipBytes } = await measurePage(page.request, '/team');
  expect(gzipBytes - empty.gzipBytes).toBeLessThanOrEqual(TEAM_OVER_EMPTY);
});

test.describe('the texts', () => {
  const read = (file: string): Catalogue => JSON.parse(readFileSync(`messages/${file}`, 'utf8'));
  const catalogues = readdirSync('messages');
  /** The scripts of the build, with characters as they are. */
  const scripts = readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(`.next/static/${file}`, 'utf8'))
    .map((script) =>
      script.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    );
  /** Sentences that no code has by chance. */
  const sentencesOf = (file: string) =>
    textsOf(read(file))
      .map(({ text }) => text)
      .filter((text) => text.length > 20 && !/[{}<>\n]/.test(text));

  test('of pages are in no script: a browser gets those of one language, with its page', () => {
    for (const file of catalogues.filter((name) => !name.endsWith('.broken.json'))) {
      // A sentence of the error page may be on other pages as well.
      const ofErrors = sentencesOf(file.replace('.json', '.broken.json'));
      const own = sentencesOf(file).filter((text) => !ofErrors.some((error) => error.includes(text)));
      const found = own.filter((text) => scripts.some((script) => script.includes(text)));
      expect(found, file).toEqual([]);
    }
  });

  test('of errors are in a script of their own for each language', () => {
    const files = catalogues.filter((name) => name.endsWith('.broken.json'));
    for (const script of scripts) {
      const inside = files.filter((file) => sentencesOf(file).some((text) => script.includes(text)));
      expect(inside.length).toBeLessThanOrEqual(1);
      if (inside.length === 1) expect(script.length).toBeLessThan(2000);
    }
  });
});
