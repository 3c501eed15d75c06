import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowserWithWindows } from '../tests/support/browser';
import { loseNextResponse } from '../tests/support/lost-response';
import { cacheLeads, DEVICE, goOnline, submitOffline, theSwitch } from './caching-leads';
import { confirm } from './confirm';
import { expect, signInAs, test, uniqueName } from './fixtures';
import { fillRequired, formReady } from './lead-form';
import { createFamily, openFamily } from './lead-list';
import { countLeads, open, press } from './submitting';

// What a browser logs for every failed request.
test.use({ expectedInConsole: /Failed to load resource|net::ERR_|Failed to fetch/ });

const asOf = (page: Page) => page.getByText(/^You’re offline\. Last updated \d{1,2}:\d{2} [AP]M\.$/);

/** The names of all that scripts of this origin store, and what is cached. */
async function whatIsStored(page: Page) {
  return await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const cached = (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => url);
    return {
      databases: (await indexedDB.databases()).map(({ name }) => name),
      cached: cached.map((url) => new URL(url).pathname),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      cookie: document.cookie.includes('caches-leads'),
    };
  });
}

/** What the database holds as anyone who reads the disk sees it, and whether its key can be taken away. */
async function whatIsSealed(page: Page) {
  return await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('partner-desk');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = await new Promise<{ keyId: string; data: ArrayBuffer }[]>((resolve, reject) => {
      const request = database.transaction('sealed').objectStore('sealed').getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const key = await new Promise<{ key: CryptoKey }>((resolve, reject) => {
      const request = database.transaction('keys').objectStore('keys').get('seal');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return {
      texts: all.map(({ data }) => new TextDecoder().decode(data)),
      isExtractable: key.key.extractable,
    };
  });
}

const NOTHING = { databases: [], cached: [], workers: 0, cookie: false };

/** What is being deleted is so within a moment. */
const expectNothing = (page: Page) =>
  expect(async () => expect(await whatIsStored(page)).toEqual(NOTHING)).toPass({ timeout: 10_000 });

const expectOne = (vendor: Parameters<typeof countLeads>[0], lastName: string) =>
  expect(async () => expect(await countLeads(vendor, lastName)).toEqual([1])).toPass({ timeout: 20_000 });

/** Ends the session as its time does: without a word to the browser. */
async function endSession(context: BrowserContext): Promise<void> {
  const kept = (await context.cookies()).filter(({ name }) => name === 'caches-leads');
  await context.clearCookies();
  await context.addCookies(kept);
}

/** Another tab, as the person opens the desk again. */
async function reopen(context: BrowserContext, path = '/leads'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test.describe('a device that keeps leads (failure case 49)', () => {
  test('sends a lead that was submitted offline once, after its tab was closed', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Offline');
    await signInAs(page, 'Maya Lindqvist');
    await cacheLeads(page);
    await context.setOffline(true);
    await submitOffline(page, lastName);
    await expect(page.getByText('1 not sent yet')).toBeVisible();
    expect(await countLeads(vendor, lastName)).toEqual([0]);
    await page.close();
    await context.setOffline(false);
    const later = await reopen(context);
    await expectOne(vendor, lastName);
    await expect(later.getByText('not sent yet')).toHaveCount(0);
    await later.reload();
    await expect(later.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await countLeads(vendor, lastName)).toEqual([1]);
  });

  test('keeps what is typed offline: after a reload, on the way back, and in the form once there is a network', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Typed');
    await signInAs(page, 'Maya Lindqvist');
    await cacheLeads(page);
    await context.setOffline(true);
    await page.goto('/leads/new');
    await formReady(page);
    await page.getByLabel('Last name').fill(lastName);
    const platform = page.getByRole('radiogroup', { name: 'Platform' }).getByRole('radio').first();
    await platform.check();
    await page.reload();
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await expect(platform).toBeChecked();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click();
    await page.getByRole('link', { name: 'New lead' }).click();
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('region', { name: /missing/ })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(asOf(page)).toHaveCount(0);
    await expect(page.getByLabel('Last name')).toHaveValue(lastName);
    await fillRequired(page, lastName);
    await press(page);
    await expect(page.getByRole('heading', { name: /was submitted$/ })).toBeVisible();
    expect(await countLeads(vendor, lastName)).toEqual([1]);
  });

  test('keeps both leads of a page that Back brings again as it was, and asks before the second', {
    tag: '@rest',
  }, async ({ baseURL, vendor }) => {
    // Playwright disables the cache of whole pages in its own browser, and one without windows has none.
    const browser = await chromium.launch({
      executablePath: findBrowserWithWindows(),
      args: browserArgs(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const [first, second] = [uniqueName('Alder'), uniqueName('Birch')];
    await signInAs(page, 'Maya Lindqvist');
    await cacheLeads(page);
    await context.setOffline(true);
    await submitOffline(page, first);
    for (const lastName of [first, second]) {
      await page.evaluate(() => history.back());
      await expect(page.getByLabel('Last name')).toHaveValue(first);
      // With the consents: those are asked for again.
      await fillRequired(page, lastName);
      await page.getByRole('button', { name: 'Submit lead' }).click();
      if (lastName === first) await expect(page.getByText('is saved on this device')).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'You already saved' })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue(second);
    await page.getByRole('button', { name: 'Submit as a new lead' }).first().click();
    await expect(page.getByText('2 not sent yet')).toBeVisible();
    await goOnline(page);
    await expect(async () => expect(await countLeads(vendor, first, second)).toEqual([1, 1])).toPass({
      timeout: 20_000,
    });
    await browser.close();
  });

  test('shows a lead that the desk did not accept, to be corrected in the form', { tag: '@rest' }, async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Refused');
    await signInAs(page, 'Maya Lindqvist');
    await cacheLeads(page);
    await context.setOffline(true);
    // Before it is kept: a browser may wake the worker that sends it as soon as the page is closed.
    await vendor.changeField('phone', { required: true });
    await submitOffline(page, lastName);
    await page.close();
    await context.setOffline(false);
    const admin = await reopen(context, '/leads/new');
    await admin.goto(DEVICE);
    await expect(admin.getByText('Needs correction before it can be sent')).toBeVisible({ timeout: 20_000 });
    await admin.getByRole('button', { name: 'Open in the form' }).click();
    await expect(admin.getByLabel('Last name')).toHaveValue(lastName);
    expect(await countLeads(vendor, lastName)).toEqual([0]);
  });

  test('keeps what waits while the session has ended, and sends it after the sign-in', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Expired');
    await signInAs(page, 'Maya Lindqvist');
    await cacheLeads(page);
    await context.setOffline(true);
    await submitOffline(page, lastName);
    await endSession(context);
    await goOnline(page);
    await page.goto('/signin');
    await expect(page.getByText('1 lead on this device may not have been sent yet.')).toContainText(
      'deleted if someone else does',
    );
    await signInAs(page, 'Maya Lindqvist');
    await page.goto('/leads');
    await expectOne(vendor, lastName);
  });

  test('makes one lead of a submit whose answer was lost', { tag: '@rest' }, async ({ page, vendor }) => {
    const lastName = uniqueName('Lost');
    await signInAs(page, 'Maya Lindqvist');
    await cacheLeads(page);
    await open(page);
    await fillRequired(page, lastName);
    await loseNextResponse(page);
    await press(page);
    // Where it was kept, until what became of it is known.
    await expect(page).toHaveURL(/\/submissions\//);
    await expectOne(vendor, lastName);
    await expect(page.getByText('not sent yet')).toHaveCount(0);
    expect(await countLeads(vendor, lastName)).toEqual([1]);
  });

  test('keeps the last list sealed and shows it with its time, never the browser’s own page, only as long as its person allows it', {
    tag: '@rest',
  }, async ({ page, context, vendor }) => {
    const lastName = uniqueName('Shown');
    await createFamily(vendor, lastName, ['Ann', 'Bea']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 2);
    expect(await whatIsStored(page)).toEqual(NOTHING);
    await cacheLeads(page);
    const { cached, databases } = await whatIsStored(page);
    expect(databases).toEqual(['partner-desk']);
    expect(cached.length).toBeGreaterThan(0);
    for (const path of cached) expect(path).toMatch(/^\/offline$|^\/_next\/static\/.*\.(css|js|woff2)$/);
    const shell = await page.evaluate(async () => (await caches.match('/offline'))?.text());
    for (const personal of [lastName, 'Maya', 'Lindqvist']) expect(shell).not.toContain(personal);
    const sealed = await whatIsSealed(page);
    expect(sealed.isExtractable).toBe(false);
    expect(sealed.texts.length).toBeGreaterThan(0);
    for (const text of sealed.texts) expect(text).not.toContain(lastName);

    await context.setOffline(true);
    for (const path of ['/leads', '/drafts', '/leads/unknown', '/', DEVICE, '/signin', '/leads/new']) {
      await page.goto(path);
      await expect(asOf(page)).toBeVisible();
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click();
    await expect(page.getByRole('rowheader', { name: lastName })).toHaveCount(2);
    await page.getByRole('link', { name: 'New lead' }).click();
    await page.getByRole('button', { name: 'Submit lead' }).click();
    await expect(page.getByRole('heading', { name: /answers are missing/ })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
    await page.goto(DEVICE);
    await theSwitch(page).click();
    await expect(theSwitch(page)).not.toBeChecked();
    await expectNothing(page);
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

test.describe('what a device keeps', () => {
  test('is asked about before signing out deletes a lead that waits', async ({ page, context, vendor }) => {
    const lastName = uniqueName('Asked');
    await signInAs(page, 'Maya Lindqvist');
    await cacheLeads(page);
    await context.setOffline(true);
    await submitOffline(page, lastName);
    await vendor.changeField('phone', { required: true });
    await goOnline(page);
    await expect(page.getByText('Needs correction before it can be sent')).toBeVisible({ timeout: 20_000 });
    const questions: string[] = [];
    page.once('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await signOut(page);
    await expect(() =>
      expect(questions).toEqual([expect.stringContaining('1 lead on this device')]),
    ).toPass();
    await expect(page.getByText('Needs correction before it can be sent')).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Partner Desk' })).toBeVisible();
    await expectNothing(page);
  });

  test('is gone once its person is disabled, also without a session', { tag: '@rest' }, async ({
    page,
    openAs,
  }) => {
    await signInAs(page, 'Tom Okafor');
    await cacheLeads(page);
    const admin = await openAs('Robin Hale');
    await admin.goto('/admin/people?view=people&q=Tom+Okafor');
    await admin.getByRole('link', { name: 'Tom Okafor' }).click();
    await confirm(admin, 'Disable', 'Disable ');
    await page.goto('/leads');
    await expect(page).toHaveURL(/signin/);
    await expectNothing(page);
    await admin.getByRole('button', { name: 'Enable' }).click();
    await expect(admin.getByRole('button', { name: 'Disable', exact: true })).toBeVisible();
  });

  test('is gone for another person who signs in on the device, also if the browser has lost all cookies', async ({
    page,
    context,
    vendor,
  }) => {
    const lastName = uniqueName('Private');
    await createFamily(vendor, lastName, ['Ann']);
    await signInAs(page, 'Maya Lindqvist');
    await openFamily(page, lastName, 1);
    await cacheLeads(page);
    await context.clearCookies();
    await signInAs(page, 'Tom Okafor');
    await page.goto('/leads');
    await expectNothing(page);
    await page.reload();
    await expect(page.getByText(lastName)).toHaveCount(0);
    await context.setOffline(true);
    await expect(page.goto('/leads')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  });
});
