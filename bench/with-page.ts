import { chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from '@/tests/support/browser';
import { type DemoPerson, signInAs } from '@/tests/support/sign-in';

/** Gives `use` a page of a real browser in which `person` is signed in, and closes the browser afterwards. */
export async function withPage<T>(
  { deskUrl, person }: { deskUrl: string; person: DemoPerson },
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() });
  try {
    const context = await browser.newContext({
      baseURL: deskUrl,
      locale: 'en-US',
      viewport: { width: 1280, height: 900 },
    });
    // tsx wraps named functions in this helper, which functions sent to the page would lack.
    await context.addInitScript('globalThis.__name ??= (named) => named');
    const page = await context.newPage();
    await signInAs(page, person);
    return await use(page);
  } finally {
    await browser.close();
  }
}
