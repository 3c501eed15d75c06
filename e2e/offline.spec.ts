import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { createFamily, openFamily, rowHeaders } from './lead-list';

// What a browser logs for every failed request.
test.use({ expectedInConsole: [/Failed to load resource|net::ERR_/] });

/** Marks the current page: reloading or leaving it loses the mark. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.sameAs = 'before';
  });
}

async function expectSamePage(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-same-as', 'before');
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: /offline|can’t be reached/ });

/** Answers every page request of the router in place of the desk. */
async function answerPages(context: BrowserContext, answer: (route: Route) => unknown): Promise<void> {
  await context.route('**/*', async (route) => {
    if (route.request().headers().rsc === undefined) await route.fallback();
    else await answer(route);
  });
}

test.describe('a browser that loses its network', () => {
  test('keeps the list during a search, says since when it is stale, and shows the result once online', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Alder');
    await createFamily(vendor, lastName, ['Ann', 'Bea']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 2);
    await markPage(page);

    await context.setOffline(true);
    await page.getByLabel('Search name or email').fill(`ann.${lastName}`);
    await expect(notice(page)).toContainText('You’re offline.');
    await expect(page.getByRole('region', { name: 'Live updates' })).toContainText(
      /Offline\. As of \d{1,2}:\d{2}:\d{2} [AP]M\./,
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page)).toBeVisible();
    await expect(rowHeaders(page)).toHaveCount(2);
    await expect(page.getByLabel('Search name or email')).toHaveValue(`ann.${lastName}`);

    await context.setOffline(false);
    await expect(rowHeaders(page)).toHaveText([`Ann ${lastName}`]);
    await expect(notice(page)).toHaveCount(0);
    await expectSamePage(page);
  });

  test('shows automatically, once online, what changed in the meantime', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Beech');
    const [lead] = await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await markPage(page);

    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await vendor.changeLead(lead?.id ?? '', { status: 'qualified' });
    await context.setOffline(false);
    await expect(page.getByRole('row', { name: lastName })).toContainText('Qualified');
    await expectSamePage(page);
  });

  const NOTHING_LOST: { what: string; act: (page: Page) => Promise<void> }[] = [
    { what: 'goes to the next page', act: (page) => page.getByRole('link', { name: 'Next' }).click() },
    { what: 'orders the list', act: (page) => page.getByRole('button', { name: 'Name' }).click() },
    {
      what: 'filters by a status',
      act: async (page) => {
        await page.getByRole('combobox', { name: 'Status' }).selectOption({ index: 1 });
      },
    },
    { what: 'opens a lead', act: (page) => rowHeaders(page).first().getByRole('link').click() },
    {
      what: 'begins a new lead',
      act: (page) =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New lead' }).click(),
    },
    {
      what: 'signs out',
      act: async (page) => {
        await page.getByRole('button', { name: /account/ }).click();
        await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      },
    },
    {
      what: 'signs out everywhere',
      act: async (page) => {
        await page.getByRole('button', { name: /account/ }).click();
        await page.getByRole('button', { name: 'Sign out on all devices' }).click();
      },
    },
    {
      what: 'chooses dark colours',
      act: async (page) => {
        await page.getByRole('button', { name: /account/ }).click();
        await page.getByRole('button', { name: 'Dark' }).click();
      },
    },
  ];
  for (const { what, act } of NOTHING_LOST) {
    test(`keeps the list for a person who ${what}`, async ({ page, context }) => {
      await signInAs(page, 'Ines Carvalho');
      const before = await rowHeaders(page).allTextContents();
      await markPage(page);
      await context.setOffline(true);
      await expect(notice(page)).toBeVisible();
      await act(page);
      await expect(notice(page)).toBeVisible();
      expect(await rowHeaders(page).allTextContents()).toEqual(before);
      await expectSamePage(page);
    });
  }

  test('keeps a lead’s page, and opens the requested page once online', async ({ page, context, vendor }) => {
    const lastName = uniqueName('Cedar');
    await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('link', { name: lastName }).click();
    await expect(rowHeaders(page)).toHaveCount(1);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ann ${lastName}`);

    await markPage(page);
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('link', { name: 'Edit lead' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ann ${lastName}`);
    await expectSamePage(page);
    await context.setOffline(false);
    // It opens automatically: a click now might hit the link as its page goes away.
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  });

  test('keeps what is typed in a form, and its page', async ({ page, context }) => {
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads/new');
    await page.getByLabel('Last name').fill('Dogwood');
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click();
    await expect(page.getByLabel('Last name')).toHaveValue('Dogwood');
  });

  test('keeps the admin’s page and its tabs', async ({ page, context }) => {
    await signInAs(page, 'Robin Hale');
    await page.goto('/admin/people');
    await markPage(page);
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    for (const link of await page.getByRole('main').getByRole('navigation').getByRole('link').all()) {
      await link.click();
    }
    await expectSamePage(page);
  });
});

test.describe('a desk that is away', () => {
  const AWAY: { how: string; answer: (route: Route) => unknown }[] = [
    { how: 'refuses connections', answer: (route) => route.abort('connectionrefused') },
    {
      how: 'answers 503 because its database is away',
      answer: (route) =>
        route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>A short break</h1>' }),
    },
    {
      how: 'has a proxy that answers 502 in its place',
      answer: (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    },
    {
      how: 'has a gateway that answers 404 in its place',
      answer: (route) =>
        route.fulfill({ status: 404, contentType: 'text/plain', body: '404 page not found' }),
    },
    {
      how: 'is behind a hotspot that answers with its own page',
      answer: (route) =>
        route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }),
    },
  ];
  for (const { how, answer } of AWAY) {
    test(`and ${how} leaves the list on the screen when a live hint arrives, and catches up`, async ({
      page,
      context,
      vendor,
    }) => {
      const lastName = uniqueName('Elm');
      const [lead] = await createFamily(vendor, lastName, ['Ann']);
      await signInAs(page, 'Maya Lindqvist');
      await openFamily(page, lastName, 1);
      await markPage(page);
      const row = page.getByRole('row', { name: lastName });

      let refused = 0;
      await answerPages(context, (route) => {
        refused += 1;
        return answer(route);
      });
      await vendor.changeLead(lead?.id ?? '', { status: 'qualified' });
      await expect.poll(() => refused).toBeGreaterThan(0);
      await expect(row).toContainText('Pending');
      await page.getByLabel('Search name or email').fill(`Ann ${lastName}`);
      await expect.poll(() => refused).toBeGreaterThan(1);
      await expect(row).toBeVisible();

      await context.unroute('**/*');
      await expect(row).toContainText('Qualified', { timeout: 15_000 });
      await expectSamePage(page);
    });
  }

  test('and whose session ended leads to its sign-in, because that is its own answer', async ({
    page,
    context,
  }) => {
    await signInAs(page, 'Maya Lindqvist');
    await context.clearCookies({ name: /session/ });
    await page.getByLabel('Search name or email').fill('somebody');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });

  test('and lets a request hang keeps the list readable and usable', async ({ page, context, vendor }) => {
    const lastName = uniqueName('Fir');
    const [lead] = await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await markPage(page);
    let hanging = 0;
    let cutLine = () => {};
    const line = new Promise<void>((resolve) => {
      cutLine = resolve;
    });
    let isCut = false;
    await answerPages(context, async (route) => {
      if (isCut) return route.fallback();
      hanging += 1;
      await line;
      await route.abort('connectionreset');
    });
    await vendor.changeLead(lead?.id ?? '', { status: 'qualified' });
    await expect.poll(() => hanging).toBe(1);
    await page.getByLabel('Search name or email').fill('somebody else');
    await expect.poll(() => hanging).toBe(2);
    await expect(page.getByRole('row', { name: lastName })).toBeVisible();
    await expectSamePage(page);
    isCut = true;
    cutLine();
    await expect(page.getByText('No matching leads')).toBeVisible({ timeout: 15_000 });
    await expectSamePage(page);
  });
});

test.describe('an idle list', () => {
  test('says after 25 minutes that it is paused, and shows what it missed when the pointer moves', async ({
    page,
    openAs,
    vendor,
  }) => {
    const lastName = uniqueName('Gorse');
    const [lead] = await createFamily(vendor, lastName, ['Ann']);
    await page.clock.install();
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
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
