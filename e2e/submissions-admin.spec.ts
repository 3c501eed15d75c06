import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, expectAccessible, test, uniqueName } from './fixtures';
import { grouped, idOf, makeTwins, type Twin } from './unclear-twins';

/** The section of the admin's page about the twin with this value. */
function cardOf(page: Page, lastName: string, { value }: Twin) {
  const submitted = page.getByRole('row', { name: 'Submitted here' }).filter({ hasText: grouped(value) });
  return page.getByRole('article', { name: lastName }).filter({ has: submitted });
}

/** Whether this lead is in the evidence of a submission. It is once the desk knew it before the answer was unclear. */
async function namesLead(card: Locator, leadId: string): Promise<boolean> {
  const named = z
    .array(z.string())
    .parse(JSON.parse(await card.locator('input[name=seenLeads]').inputValue()));
  return named.includes(leadId);
}

test('an admin sees which leads match, adopts the right one, and the agent’s page says accepted', async ({
  page,
  openAs,
  vendor,
}) => {
  // axe reads every element four times.
  test.setTimeout(120_000);
  const lastName = uniqueName('Rowan');
  const [one, two] = await makeTwins(page, vendor, lastName);
  const [oneId, twoId] = [await idOf(vendor, lastName, one), await idOf(vendor, lastName, two)];
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin');
  const pages = admin.getByRole('navigation', { name: 'Admin pages' });
  await pages.getByRole('link', { name: 'Submissions' }).click();
  for (const width of [320, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    await expectAccessible(admin);
    expect(await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }

  const first = cardOf(admin, lastName, one);
  await expect(first).toContainText('More than one lead in the portal matches');
  await expect(first).toContainText('Maya Lindqvist, Harbour & Finch Advisory');
  await expect(first.getByRole('row', { name: twoId })).toContainText(`${grouped(two.value)}`);
  await expect(first.getByRole('row', { name: twoId })).toContainText('(differs)');
  await first.getByRole('radio', { name: oneId }).check();
  await first.getByRole('button', { name: 'Match this lead' }).click();
  await expect(admin.getByText(`It’s lead ${oneId} in the portal.`)).toBeVisible();
  await expect(first).toHaveCount(0);

  const second = cardOf(admin, lastName, two);
  const claimed = second.getByRole('radio', { name: oneId });
  // What belongs to another submission is listed, and disabled, only where the evidence names it.
  if (await namesLead(second, oneId)) await expect(claimed).toBeDisabled();
  else await expect(claimed).toHaveCount(0);
  await second.getByRole('radio', { name: 'Another lead' }).check();
  await second.getByLabel('Lead ID in the portal').fill(oneId);
  await second.getByRole('button', { name: 'Match this lead' }).click();
  await expect(second).toContainText('already matched to another submission');
  await second.getByRole('radio', { name: twoId }).check();
  await second.getByRole('button', { name: 'Match this lead' }).click();
  await expect(second).toHaveCount(0);

  for (const [twin, id] of [
    [one, oneId],
    [two, twoId],
  ] as const) {
    await page.goto(twin.url);
    await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
    await expect(page.getByText(id).first()).toBeVisible();
  }
  expect((await vendor.listLeads()).filter((lead) => lead.lastName === lastName)).toHaveLength(2);
});

test('an admin resends one after checking the portal, and returns one to the agent for correction', async ({
  page,
  openAs,
  vendor,
}) => {
  test.setTimeout(90_000);
  const lastName = uniqueName('Sorrel');
  const [one, two] = await makeTwins(page, vendor, lastName);
  const admin = await openAs('Robin Hale');
  await admin.goto('/admin/submissions');

  const first = cardOf(admin, lastName, one);
  await first.getByRole('button', { name: 'Resend' }).click();
  await expect(first.getByRole('checkbox', { name: /I checked the portal/ })).toBeFocused();
  await first.getByRole('checkbox').check();
  // As if the page were older than the leads that it shows.
  await first.locator('input[name=seenLeads]').evaluate((input: HTMLInputElement) => {
    input.value = '[]';
  });
  await first.getByRole('button', { name: 'Resend' }).click();
  await expect(first).toContainText('similar leads have come in since this page was loaded');
  await expect(first.getByRole('checkbox')).not.toBeChecked();
  await first.getByRole('checkbox').check();
  // Repeated presses send it once.
  await first.getByRole('button', { name: 'Resend' }).dblclick();
  await expect(admin.getByText('Done: it’s being resent.')).toBeVisible();
  await page.goto(one.url);
  await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
  expect((await vendor.listLeads()).filter((lead) => lead.lastName === lastName)).toHaveLength(3);

  const second = cardOf(admin, lastName, two);
  await second.getByLabel('Message to Maya Lindqvist').fill('Please add the company’s full name.');
  await second.getByRole('button', { name: 'Return to agent' }).click();
  await expect(admin.getByText('Done: it was returned.')).toBeVisible();
  await expect(second).toHaveCount(0);

  // The first page names only a few of them; this lists all.
  await page.goto(`/leads?show=needs-correction&q=${lastName}`);
  await expect(page.getByRole('row').filter({ hasText: lastName })).toContainText('Returned');
  await page.goto(two.url);
  await expect(page.getByRole('heading', { name: `${lastName} was returned for changes` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Message from the admin' })).toContainText('full name');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Correct and resubmit' }).click();
  await expect(page.getByText('Please add the company’s full name.')).toBeVisible();
  await page.getByLabel('Company').fill('Alder Logistics Limited');
  // A consent is never filled in automatically: it is given again.
  await page.getByRole('radiogroup', { name: 'Agreed to be contacted' }).getByLabel('Yes').check();
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test('an admin decides, and a partner who posts the same decision changes nothing', async ({
    page,
    openAs,
    vendor,
  }) => {
    test.setTimeout(90_000);
    const lastName = uniqueName('Tansy');
    const [one, two] = await makeTwins(page, vendor, lastName);
    const admin = await openAs('Robin Hale', { javaScriptEnabled: false });
    await admin.goto('/admin');
    const [first, second] = [cardOf(admin, lastName, one), cardOf(admin, lastName, two)];
    const lead = first.getByRole('radio', { name: await idOf(vendor, lastName, one) });
    // The desk may learn of this lead after the other, and this page does not update itself.
    await expect(async () => {
      await admin.goto('/admin/submissions');
      await expect(lead).toBeVisible({ timeout: 1_000 });
    }).toPass();

    const decision = await collectPost(second.getByRole('button', { name: 'Resend' }));
    expect(Object.keys(decision).some((name) => name.startsWith('$ACTION'))).toBe(true);
    const forged = { ...decision, checked: 'yes' };
    expect(await post(page.request, forged)).toBe(404);

    await lead.check();
    await first.getByRole('button', { name: 'Match this lead' }).click();
    await expect(admin.getByText('Done: the submission was delivered.')).toBeVisible();
    await expect(first).toHaveCount(0);
    // The other one is untouched.
    await expect(second).toContainText('Sent once');
    await page.goto(two.url);
    await expect(page.getByRole('heading', { name: 'needs an admin’s review' })).toBeVisible();
    expect(await post(admin.request, forged)).toBe(200);
    await expect(page.getByRole('heading', { name: `${lastName} was submitted` })).toBeVisible();
  });
});

/** Everything that this button's form would send. */
function collectPost(button: ReturnType<Page['getByRole']>): Promise<Record<string, string>> {
  return button.evaluate((element) => {
    if (!(element instanceof HTMLButtonElement) || !element.form) throw new Error('not in a form');
    const inputs = element.form.querySelectorAll<HTMLInputElement>('input[type=hidden]');
    return Object.fromEntries([...inputs].map(({ name, value }) => [name, value]));
  });
}

async function post(request: APIRequestContext, multipart: Record<string, string>): Promise<number> {
  const { origin } = new URL((await request.get('/api/health')).url());
  return (await request.post('/admin/submissions', { multipart, headers: { origin } })).status();
}

test.describe('a partner', () => {
  test.use({ expectedInConsole: [/404/] });

  test('gets no page of submissions', async ({ openAs }) => {
    for (const name of ['Maya Lindqvist', 'Ines Carvalho'] as const) {
      const partner = await openAs(name);
      expect((await partner.goto('/admin/submissions'))?.status()).toBe(404);
      await expect(partner.getByText('Page not found')).toBeVisible();
    }
  });
});
