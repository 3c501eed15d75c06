import type { Page } from '@playwright/test';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@/lib/i18n/locales';
import { addCruelLeads } from '../tests/support/cruel-leads';
import { SCENES } from '../tests/support/scenes';
import { waitForCruelLeads } from '../tests/support/scenes/manager';
import type { Scene } from '../tests/support/scenes/scene';
import { SceneRunner } from '../tests/support/scenes/scene-runner';
import { vendorAt } from '../tests/support/vendor';
import { test as base, expect, expectAccessible, expectQuiet } from './fixtures';
import { watchPages } from './page-watch';

/** Every page and state of `npm run shots`, among leads with the longest and oddest values. */

type Stage = { runner: SceneRunner; seen: string[] };

const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser, stack }, use) => {
      const vendor = vendorAt(stack.sandboxUrl);
      const stage: Stage = {
        seen: [],
        runner: new SceneRunner(browser, stack, async (context) => {
          stage.seen = await watchPages(context);
        }),
      };
      const added = await addCruelLeads(vendor);
      await waitForCruelLeads(stage.runner);
      await use(stage);
      for (const { id } of added) await vendor.deleteLead(id);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const WIDE = { width: 1280, height: 900 };
/** The smallest phone, and a window of 1,280 x 1,024 at 400 % zoom. */
const SMALLEST = { width: 320, height: 256 };

const OTHERS = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
const otherAt = (index: number): Locale => OTHERS[index % OTHERS.length] ?? DEFAULT_LOCALE;

/** What a browser logs for a page that is missing, or while it is offline. */
const expectedInConsole = ({ id, isError }: Scene): RegExp => {
  if (isError) return /404/;
  // Its first answer is lost; what is typed then is another draft, as the first is submitted.
  if (id === 'form-already-submitted') return /ERR_FAILED|status of 410 .*\/api\/drafts\//;
  if (id === 'leads-offline' || id.startsWith('offline-')) return /ERR_|Failed to (fetch|load)/;
  return /(?!)/;
};

// A trace of every page would take as long as the check; the report names scene, rule and element.
test.use({ trace: 'off' });

// Each desk takes the next test as soon as it is free.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** One scene of each kind of page: what is checked before a merge. */
const PAGES = [
  'sign-in',
  'verify',
  'accessibility-statement',
  'not-found',
  'waiting',
  'leads',
  'leads-account-menu',
  'leads-menu',
  'leads-filters',
  'leads-export',
  'notifications',
  'settings',
  'lead',
  'lead-edit',
  'lead-edit-conflict',
  'form-errors',
  'form-paste',
  'form-known-already',
  'drafts',
  'submission-accepted',
  'submission-needs-correction',
  'device',
  'offline-form',
  'import',
  'import-columns',
  'import-check',
  'import-result',
  'team',
  'saved-views',
  'admin-home',
  'admin-health',
  'admin-reports',
  'admin-people-waiting',
  'admin-people',
  'admin-person',
  'admin-leads',
  'admin-fields',
  'admin-webhooks',
  'admin-erasure',
  'admin-submissions',
  'admin-audit',
  'admin-brand',
];

async function expectNoSidewaysScroll(page: Page) {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, 'pixels too wide at 320').toBeLessThanOrEqual(0);
}

for (const id of PAGES) {
  test(`axe finds nothing: ${id}`, { tag: '@page' }, async ({ stage }) => {
    const scene = SCENES.find((one) => one.id === id);
    if (!scene) throw new Error(`There is no scene ${id}.`);
    await stage.runner.play(scene, DEFAULT_LOCALE, async (page) => {
      await page.setViewportSize(WIDE);
      await expectAccessible(page, ['light']);
      await page.setViewportSize(SMALLEST);
      await expectNoSidewaysScroll(page);
      expectQuiet(stage.seen, expectedInConsole(scene));
    });
  });
}

for (const [index, scene] of SCENES.entries()) {
  // A language that changes from scene to scene: the pages above are checked in English before every merge.
  const language = otherAt(index);
  test(`axe finds nothing: ${scene.id}, ${language}, also in the dark theme at ${SMALLEST.width} px`, async ({
    stage,
  }) => {
    await stage.runner.play(scene, language, async (page) => {
      await page.setViewportSize(WIDE);
      // One scene of each kind of page is checked in the light theme above.
      if (!PAGES.includes(scene.id)) await expectAccessible(page, ['light']);
      await page.setViewportSize(SMALLEST);
      await expectAccessible(page, ['dark']);
      await expectNoSidewaysScroll(page);
      expectQuiet(stage.seen, expectedInConsole(scene));
    });
  });
}
