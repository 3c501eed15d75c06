import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type DemoPerson, signInAs } from '../tests/support/sign-in';
import { type Vendor, vendorAt } from '../tests/support/vendor';
import { watchPages } from './page-watch';
import { rememberPortal } from './portal-state';

export { expectAccessible } from './accessibility';
export { expect, signInAs };

type Fixtures = {
  /** Console lines that this flow causes on purpose, as a page that answers 404 does. */
  expectedInConsole: RegExp[];
  /** The vendor's hands in the portal. What they set up is set back after the flow; leads stay. */
  vendor: Vendor;
  /** Opens a browser of somebody's own and signs them in. */
  openAs: (name: DemoPerson, options?: BrowserContextOptions) => Promise<Page>;
  quietConsole: undefined;
};

export const test = base.extend<Fixtures>({
  expectedInConsole: [[], { option: true }],

  vendor: async ({ browser }, use) => {
    const vendor = vendorAt(process.env.SANDBOX_URL ?? 'http://localhost:4000');
    const setBack = await rememberPortal(vendor);
    await use(vendor);
    const { formChanged } = await setBack();
    if (formChanged) await readFormAgain(browser);
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

/** What an admin presses after the portal's form changed; otherwise the desk looks again within a minute. */
export async function readFormAgain(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page, 'Robin Hale');
  await page.getByRole('button', { name: 'Check everything now' }).click();
  await expect(page.getByRole('status')).toHaveText(/checked/i);
  await context.close();
}

/** A family name that no other lead has, in any run against the same portal. */
export function uniqueName(stem: string): string {
  return `${stem}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
}

function expectQuiet(seen: readonly string[], expected: readonly RegExp[]): void {
  const surprises = seen.filter((line) => !expected.some((pattern) => pattern.test(line)));
  expect(surprises, 'the browser console').toEqual([]);
}
