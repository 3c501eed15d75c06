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
const expectedInConsole = ({ id, isError }: Scene): RegExp[] => [
  ...(isError ? [/404/] : []),
  // Its first answer is lost; what is typed then is another draft, as the first is submitted.
  ...(id === 'form-already-submitted' ? [/ERR_FAILED|status of 410 .*\/api\/drafts\//] : []),
  ...(id === 'leads-offline' || id.startsWith('offline-') ? [/ERR_|Failed to (fetch|load)/] : []),
];

// A trace of every page would take as long as the check; the report names scene, rule and element.
test.use({ trace: 'off' });

// Each desk takes the next test as soon as it is free.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

for (const [index, scene] of SCENES.entries()) {
  // Colors do not depend on width and language: the dark ones are enough the second time.
  for (const [language, size, themes] of [
    [DEFAULT_LOCALE, WIDE, ['light', 'dark']],
    [otherAt(index), SMALLEST, ['dark']],
  ] as const) {
    test(`axe finds nothing: ${scene.id}, ${language}, ${size.width} px`, async ({ stage }) => {
      await stage.runner.play(scene, language, async (page) => {
        await page.setViewportSize(size);
        await expectAccessible(page, themes);
        await page.setViewportSize(SMALLEST);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider, 'pixels too wide at 320').toBeLessThanOrEqual(0);
        expectQuiet(stage.seen, expectedInConsole(scene));
      });
    });
  }
}
