import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { DEFAULT_LOCALE, isLocale } from '@/lib/i18n/locales';
import { ensureBuilt } from '@/scripts/lib/build';
import { endOnSignal } from '@/scripts/lib/end-on-signal';
import type { Stack } from '@/scripts/lib/stack';
import { browserArgs, findBrowser } from '../support/browser';
import { addCruelLeads } from '../support/cruel-leads';
import { withStacks } from '../support/desk/stacks';
import { SCENES } from '../support/scenes';
import { waitForCruelLeads } from '../support/scenes/manager';
import type { Scene } from '../support/scenes/scene';
import { SceneRunner } from '../support/scenes/scene-runner';
import { vendorAt } from '../support/vendor';
import { takeAnimation } from './animation';
import { capture, type Shot, WIDTHS, type Width } from './capture';
import { contactSheet } from './contact-sheet';
import { takeReadmePictures } from './readme';
import { problemsOf } from './verdict';

const FOLDER = join('test-results', 'shots');
/** German words are the longest. */
const LANGUAGES: readonly string[] = [DEFAULT_LOCALE, 'de'];
const LARGE_PORTAL = 5000;

const isLarge = ({ portal }: Scene) => portal === 'large';

type ShotsInput = {
  browser: Browser;
  stacks: readonly Stack[];
  scenes: readonly Scene[];
  languages: readonly string[];
  widths: readonly Width[];
};
type Taken = { shots: Shot[]; failures: string[] };

const USAGE = `npm run shots [-- --languages ${LANGUAGES} --widths ${WIDTHS} scene…]
npm run shots -- --readme`;

/** Pictures of every page and state, and an index of them. Fails if a page or a button is too narrow for its texts. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      languages: { type: 'string', default: LANGUAGES.join() },
      widths: { type: 'string', default: WIDTHS.join() },
      readme: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.readme) return takeForReadme();
  const languages = values.languages.split(',');
  const widths = WIDTHS.filter((width) => values.widths.split(',').includes(String(width)));
  if (!languages.every(isLocale) || widths.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const scenes = SCENES.filter(
    ({ id }) => positionals.length === 0 || positionals.some((one) => id.startsWith(one)),
  );
  if (scenes.length === 0) {
    console.error(`No page begins with that. There are: ${SCENES.map(({ id }) => id).join(', ')}`);
    return 2;
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const taken = await withDesks(scenes.some(isLarge) ? 3 : 2, ({ browser, stacks }) =>
    takeAll({ browser, stacks, scenes, languages, widths }),
  );
  writeFileSync(join(FOLDER, 'index.html'), contactSheet(taken));
  return report(taken);
}

/** The pictures in README.md, instead of those of every page. */
async function takeForReadme(): Promise<number> {
  const files = await withDesks(1, async ({ browser, stacks: [stack] }) => {
    if (!stack) return [];
    const runner = new SceneRunner(browser, stack);
    const pictures = await takeReadmePictures(runner);
    return [...pictures, await takeAnimation(runner, vendorAt(stack.sandboxUrl))];
  });
  console.log(files.join('\n'));
  return 0;
}

async function withDesks<T>(
  count: number,
  use: (desks: Pick<ShotsInput, 'browser' | 'stacks'>) => Promise<T>,
): Promise<T> {
  await ensureBuilt();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() });
  try {
    return await withStacks({ engine: 'pglite', count }, (stacks) => use({ browser, stacks }));
  } finally {
    await browser.close();
  }
}

/** Two desks share the scenes of the ordinary portal; a third one has the large portal. */
async function takeAll({ browser, stacks, scenes, languages, widths }: ShotsInput): Promise<Taken> {
  const [one, two, third] = stacks;
  if (!one || !two) throw new Error('Two desks are needed.');
  const taken: Taken = { shots: [], failures: [] };
  const ordinary = scenes.filter((scene) => !isLarge(scene));
  const large = scenes.filter(isLarge);
  const work = async (stack: Stack, queue: Scene[]) => {
    for (let scene = queue.shift(); scene; scene = queue.shift())
      for (const language of languages) await takeOne({ browser, stack, scene, language, widths, taken });
  };
  await Promise.all([
    work(one, ordinary),
    work(two, ordinary),
    third &&
      fillPortal(browser, third)
        .then(() => work(third, large))
        .catch((error: Error) => taken.failures.push(`The large portal: ${error.message}`)),
  ]);
  return taken;
}

async function takeOne(task: {
  browser: Browser;
  stack: Stack;
  scene: Scene;
  language: string;
  widths: readonly Width[];
  taken: Taken;
}): Promise<void> {
  const { browser, stack, scene, language, widths, taken } = task;
  const name = `${scene.id}, ${language}`;
  try {
    await runnerOf(browser, stack).play(scene, language, async (page) => {
      taken.shots.push(...(await capture(page, { scene, language, folder: FOLDER, widths })));
    });
    console.log(`  ${name}`);
  } catch (error) {
    const reason = `${name}: ${error instanceof Error ? error.message.slice(0, 500) : error}`;
    taken.failures.push(reason);
    console.error(`  ${reason}`);
  }
}

const runners = new Map<Stack, SceneRunner>();

/** One for each desk, so that each person signs in once. */
function runnerOf(browser: Browser, stack: Stack): SceneRunner {
  const runner = runners.get(stack) ?? new SceneRunner(browser, stack);
  runners.set(stack, runner);
  return runner;
}

/** Gives the portal `LARGE_PORTAL` leads and the odd ones, and waits until the desk has read them all. */
async function fillPortal(browser: Browser, stack: Stack): Promise<void> {
  const vendor = vendorAt(stack.sandboxUrl);
  await vendor.reset({ seedLeads: LARGE_PORTAL });
  await addCruelLeads(vendor);
  const checkAll: Scene = {
    id: 'check-all',
    person: 'Robin Hale',
    open: async ({ page }) => {
      await page.goto('/admin/health');
      await page.getByRole('button', { name: 'Check now' }).click();
    },
  };
  const runner = runnerOf(browser, stack);
  await runner.play(checkAll, DEFAULT_LOCALE, async () => {});
  await waitForCruelLeads(runner);
}

function report(taken: Taken): number {
  const problems = problemsOf(taken);
  for (const problem of problems) console.error(problem);
  console.log(`\n${taken.shots.length} pictures, ${problems.length} problems: ${join(FOLDER, 'index.html')}`);
  return problems.length === 0 ? 0 : 1;
}

endOnSignal();

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
