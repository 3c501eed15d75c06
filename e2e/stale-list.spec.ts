import type { BrowserContext, Route } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, expectSamePage, markPage, openFamily, streamOpened } from './lead-list';

// What a browser logs for every failed request.
test.use({ expectedInConsole: /Failed to load resource|net::ERR_/ });

/** Answers every page request of the router in place of the desk. */
async function answerPages(context: BrowserContext, answer: (route: Route) => unknown): Promise<void> {
  await context.route('**/*', async (route) => {
    if (route.request().headers().rsc === undefined) await route.fallback();
    else await answer(route);
  });
}

test.describe('a desk that is away', () => {
  test('and whose hotspot answers with its own page leaves the list on the screen when a live hint arrives, and catches up', {
    tag: '@rest',
  }, async ({ page, context, vendor }) => {
    const lastName = uniqueName('Elm');
    const [lead] = await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await markPage(page);
    const row = page.getByRole('row', { name: lastName });

    let refused = 0;
    await answerPages(context, (route) => {
      refused += 1;
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' });
    });
    await vendor.changeLead(lead?.id ?? '', { status: 'qualified' });
    await expect.poll(() => refused).toBeGreaterThan(0);
    await expect(row).toContainText('Pending');
    await page.getByLabel('Search name, email or company').fill(`Ann ${lastName}`);
    await expect.poll(() => refused).toBeGreaterThan(1);
    await expect(row).toBeVisible();

    await context.unroute('**/*');
    await expect(row).toContainText('Qualified', { timeout: 15_000 });
    await expectSamePage(page);
  });

  test('and whose session ended leads to its sign-in, because that is its own answer', {
    tag: '@rest',
  }, async ({ page, context }) => {
    // Once the stream is open, only the search asks for a page.
    const streamed = streamOpened(page);
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads');
    await streamed;
    await context.clearCookies({ name: /session/ });
    await page.getByLabel('Search name, email or company').fill('somebody');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});

test.describe('an idle list', () => {
  test('says after 25 minutes that it is paused, and shows what it missed when the pointer moves', {
    tag: '@rest',
  }, async ({ page, openAs, vendor }) => {
    const lastName = uniqueName('Gorse');
    const [lead] = await createFamily(vendor, lastName, ['Ann']);
    await page.clock.install();
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads');
    // The list notes activity from the moment its stream opens.
    const streamed = streamOpened(page, { of: lastName });
    await openFamily(page, lastName, 1);
    await streamed;
    const live = page.getByRole('region', { name: 'Live updates' });
    await page.mouse.move(300, 300);

    await page.clock.fastForward('25:01');
    await expect(live).toContainText('Live updates are paused while you’re away.');
    await expect(live).not.toContainText('Reconnecting');
    await page.clock.fastForward('05:00');
    await expect(live).not.toContainText('Reconnecting');
    const manager = await openAs('Ines Carvalho');
    await openFamily(manager, lastName, 1);
    await vendor.changeLead(lead?.id ?? '', { status: 'qualified' });
    await expect(manager.getByRole('row', { name: lastName })).toContainText('Qualified');
    await expect(page.getByRole('row', { name: lastName })).toContainText('Pending');

    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.headers().rsc !== undefined) reads.push(request.url());
    });
    await page.mouse.move(320, 320);
    await expect(live).not.toContainText('while you’re away');
    await expect(page.getByRole('row', { name: lastName })).toContainText('Qualified');
    expect(reads).toHaveLength(1);
  });
});
