import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { DEFAULT_LOCALE, isLocale, PSEUDO } from '@/lib/i18n/locales';
import { ensureBuilt } from '@/scripts/lib/build';
import { endOnSignal } from '@/scripts/lib/end-on-signal';
import type { Stack } from '@/scripts/lib/stack';
import { browserArgs, findBrowser } from '../support/browser';
import { addCruelLeads } from '../support/cruel-leads';
import { withStacks } from '../support/desk/stacks';
import { SCENES } from '../support/scenes';
import { expect, type Scene } from '../support/scenes/scene';
import { SceneRunner } from '../support/scenes/scene-runner';
import { vendorAt } from '../support/vendor';
import { capture, type Shot, WIDTHS, type Width } from './capture';
import { contactSheet } from './contact-sheet';
import { problemsOf } from './verdict';

const FOLDER = join('test-results', 'shots');
/** The second one is 1.4 times as long (`scripts/lib/pseudo.ts`). */
const LANGUAGES: readonly string[] = [DEFAULT_LOCALE, PSEUDO];
const LARGE_PORTAL = 5000;

const isLarge = ({ portal }: Scene) => portal === 'large';

type ShotsTask = {
  browser: Browser;
  stacks: readonly Stack[];
  scenes: readonly Scene[];
  languages: readonly string[];
  widths: readonly Width[];
};
type Taken = { shots: Shot[]; failures: string[] };

const USAGE = `npm run shots [-- --languages ${LANGUAGES} --widths ${WIDTHS} scene…]`;

/** Pictures of every page and state, and an index of them. Fails if a page or a button is too narrow for its texts. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      languages: { type: 'string', default: LANGUAGES.join() },
      widths: { type: 'string', default: WIDTHS.join() },
    },
  });
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
  await ensureBuilt();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() });
  try {
    const taken = await withStacks({ engine: 'pglite', count: scenes.some(isLarge) ? 3 : 2 }, (stacks) =>
      takeAll({ browser, stacks, scenes, languages, widths }),
    );
    writeFileSync(join(FOLDER, 'index.html'), contactSheet(taken));
    return report(taken);
  } finally {
    await browser.close();
  }
}

/** Two desks share the scenes of the ordinary portal; a third one has the large portal. */
async function takeAll({ browser, stacks, scenes, languages, widths }: ShotsTask): Promise<Taken> {
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
    const runner = runnerOf({ browser, stack, language });
    await runner.play(scene, async (page) => {
      taken.shots.push(...(await capture(page, { scene, language, folder: FOLDER, widths })));
    });
    console.log(`  ${name}`);
  } catch (error) {
    const reason = `${name}: ${error instanceof Error ? error.message.slice(0, 500) : error}`;
    taken.failures.push(reason);
    console.error(`  ${reason}`);
  }
}

const runners = new Map<string, SceneRunner>();

/** One for each desk and language, so that each person signs in once. */
function runnerOf({
  browser,
  stack,
  language,
}: {
  browser: Browser;
  stack: Stack;
  language: string;
}): SceneRunner {
  const key = `${stack.deskUrl} ${language}`;
  const runner = runners.get(key) ?? new SceneRunner(browser, stack, language);
  runners.set(key, runner);
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
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Check everything now' }).click();
    },
  };
  const firstPage: Scene = { id: 'large-portal', person: 'Tom Okafor', open: '/leads' };
  const runner = runnerOf({ browser, stack, language: 'en' });
  await runner.play(checkAll, async () => {});
  await runner.play(firstPage, async (page) => {
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('rowheader', { name: 'Quist' })).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 180_000 });
  });
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
