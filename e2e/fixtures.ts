import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { signIn } from '../tests/support/desk/agent';
import { type DemoPerson, signInAs, signInByButton } from '../tests/support/sign-in';
import { type Vendor, vendorAt } from '../tests/support/vendor';
import { watchPages } from './page-watch';
import { rememberPortal } from './portal-state';
import { readStacks, type StackUrls } from './stacks';

export { expectAccessible } from './accessibility';
export { expect, signInAs, signInByButton };

type Fixtures = {
  /**
   * Console lines that this flow causes on purpose, such as a page that answers 404. No list: Playwright takes some as
   * settings.
   */
  expectedInConsole: RegExp;
  /** The vendor's control of the portal. The setup is restored after the flow; leads stay. */
  vendor: Vendor;
  /** Opens a separate browser for a person and signs them in; it shows no page yet. */
  openAs: (name: DemoPerson, options?: BrowserContextOptions) => Promise<Page>;
  quietConsole: undefined;
};

export const test = base.extend<Fixtures, { stack: StackUrls }>({
  // A worker that replaces a failed one has its number, and so its desk.
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use, { parallelIndex }) => {
      const stack = readStacks()[parallelIndex];
      if (!stack) throw new Error(`There is no desk for worker ${parallelIndex}.`);
      await use(stack);
    },
    { scope: 'worker' },
  ],

  baseURL: ({ stack }, use) => use(stack.deskUrl),

  expectedInConsole: [/(?!)/, { option: true }],

  vendor: async ({ stack }, use) => {
    const vendor = vendorAt(stack.sandboxUrl);
    const setBack = await rememberPortal(vendor);
    await use(vendor);
    const { formChanged } = await setBack();
    if (formChanged) await readFormAgain(stack);
  },

  openAs: async ({ browser, expectedInConsole }, use) => {
    const opened: { close(): Promise<void>; seen: string[] }[] = [];
    await use(async (name, options) => {
      const context = await browser.newContext(options);
      opened.push({ close: () => context.close(), seen: await watchPages(context) });
      const page = await context.newPage();
      await signInAs(page, name);
      return page;
    });
    for (const { close } of opened) await close();
    expectQuiet(
      opened.flatMap(({ seen }) => seen),
      expectedInConsole,
    );
  },

  quietConsole: [
    async ({ context, expectedInConsole }, use) => {
      const seen = await watchPages(context);
      await use(undefined);
      expectQuiet(seen, expectedInConsole);
    },
    { auto: true },
  ],
});

/**
 * What an admin presses after the portal's form changed; otherwise the desk rereads it within a minute. Without drawing
 * the admin's pages, which the flows that need this are not about.
 */
export async function readFormAgain({ deskUrl }: Pick<StackUrls, 'deskUrl'>): Promise<void> {
  const admin = await signIn({ url: deskUrl }, 'Robin Hale');
  // Not while the desk still spares a portal that was just down.
  await expect(async () => {
    expect(await admin.press('/admin/health', 'Check now')).toMatch(/Checked\. (?:Everything|Nothing)/);
  }).toPass({ timeout: 30_000 });
}

/** A family name that no other lead has, in any run against the same portal. */
export function uniqueName(stem: string): string {
  return `${stem}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
}

/** Fails if the console shows anything that is not expected. */
export function expectQuiet(seen: readonly string[], expected: RegExp): void {
  const surprises = seen.filter((line) => !expected.test(line));
  expect(surprises, 'the browser console').toEqual([]);
}
