import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Stack } from '@/scripts/lib/stack';
import { type DemoPerson, signInAs } from '../sign-in';
import { vendorAt } from '../vendor';
import type { Scene } from './scene';
import { textsIn } from './texts';

/** Generous: three desks share the machine. */
const TIMEOUT_MS = 90_000;

/** Opens scenes on one desk, one at a time: they change what its portal does. */
export class SceneRunner {
  readonly #browser: Browser;
  readonly #stack: Pick<Stack, 'deskUrl' | 'sandboxUrl'>;
  readonly #options: BrowserContextOptions;
  readonly #prepare: (context: BrowserContext) => Promise<unknown>;
  readonly #sessions = new Map<DemoPerson, Awaited<ReturnType<BrowserContext['storageState']>>>();

  /** @param prepare is called with the browser context of each scene, before its first page */
  constructor(
    browser: Browser,
    stack: Pick<Stack, 'deskUrl' | 'sandboxUrl'>,
    prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
  ) {
    this.#browser = browser;
    this.#stack = stack;
    this.#prepare = prepare;
    this.#options = { baseURL: stack.deskUrl, reducedMotion: 'reduce', locale: 'en-US' };
  }

  /**
   * Brings the scene on screen, gives its page to `use`, and undoes what the scene changed in the portal.
   *
   * @param language what the reader chose, also if no browser can be set to it
   * @throws {Error} if the state is not reached
   */
  async play(scene: Scene, language: string, use: (page: Page) => Promise<void>): Promise<void> {
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const context = await this.#openContext(language, scene.person);
      undo.push(() => context.close());
      const page = await context.newPage();
      if (typeof scene.open === 'string') await page.goto(scene.open);
      else
        await scene.open({
          page,
          vendor: vendorAt(this.#stack.sandboxUrl),
          t: textsIn(language),
          afterwards: (step) => undo.push(step),
        });
      await use(page);
    } finally {
      for (const step of undo.reverse()) await step();
    }
  }

  async #openContext(language: string, person?: DemoPerson): Promise<BrowserContext> {
    const session = person && (await this.#sessionOf(person));
    const context = await this.#newContext(session);
    await context.addCookies([{ name: 'language', value: language, url: this.#stack.deskUrl }]);
    await this.#prepare(context);
    // tsx wraps named functions in this helper, which functions sent to the page would lack.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    return context;
  }

  async #newContext(storageState?: BrowserContextOptions['storageState']): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ ...this.#options, storageState });
    context.setDefaultTimeout(TIMEOUT_MS);
    return context;
  }

  /** Each person signs in once. */
  async #sessionOf(person: DemoPerson) {
    const known = this.#sessions.get(person);
    if (known) return known;
    const context = await this.#newContext();
    await signInAs(await context.newPage(), person);
    const session = await context.storageState();
    this.#sessions.set(person, session);
    await context.close();
    return session;
  }
}
