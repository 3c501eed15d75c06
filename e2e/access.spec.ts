import { createHmac } from 'node:crypto';
import { expect, signInByButton, test, uniqueName } from './fixtures';

const ERIK = { partnerOrganizationId: '66b0c4d2e8f1a35790d4d002', agentId: '66b0c4d2e8f1a35790d4e201' };

for (const path of [
  '/leads',
  '/leads/new',
  '/leads/66b0c4d2e8f1a35790d4d001',
  '/submissions/sub_x',
  '/admin',
]) {
  test(`signed out, ${path} shows only how to sign in`, async ({ page, request }) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}

test('signed out, the event stream answers 401', async ({ request }) => {
  expect((await request.get('/api/stream')).status()).toBe(401);
});

test.describe('another person’s lead', () => {
  test.use({ expectedInConsole: [/404/] });

  test('looks exactly like one that does not exist', async ({ openAs, vendor }) => {
    const lastName = uniqueName('Olive');
    const lead = await vendor.createLead({ ...ERIK, lastName, email: 'o@example.com' });
    const owner = await openAs('Erik Brandt');
    await owner.goto('/leads');
    await expect(owner.getByRole('row', { name: lastName })).toBeVisible();
    const stranger = await openAs('Ines Carvalho');
    for (const path of [`/leads/${lead.id}`, `/leads/${lead.id}/edit`, '/leads/000000000000000000000000']) {
      const answer = await stranger.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(stranger.getByRole('main')).toHaveCount(1);
      await expect(stranger.getByText('Page not found')).toBeVisible();
      await expect(stranger.getByText(lastName)).toHaveCount(0);
    }
  });

  test('a partner gets no admin page', async ({ openAs }) => {
    const page = await openAs('Maya Lindqvist');
    expect((await page.goto('/admin'))?.status()).toBe(404);
  });
});

test('a person without a membership is told what happens next, and sees no lead', async ({ page }) => {
  await signInByButton(page, 'Sam Ito');
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible();
  await page.goto('/leads/new');
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible();
});

test('an admin without a membership has settings, without what is about leads', async ({ page }) => {
  await signInByButton(page, 'Robin Hale');
  await page.getByRole('button', { name: /account/ }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Language',
    'Time zone',
    'Signed-in devices',
    'Keyboard shortcuts',
  ]);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your time zone is saved.')).toBeVisible();
  await zone.selectOption('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your time zone is saved.')).toBeVisible();
});

test('a cookie copied before signing out is invalid afterwards', async ({ page, browser }) => {
  await signInByButton(page, 'Maya Lindqvist');
  const copied = await page.context().storageState();
  await page.getByRole('button', { name: /account/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const thief = await browser.newContext({ storageState: copied });
  const other = await thief.newPage();
  await other.goto('/leads');
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await thief.close();
});

test('a delivery with a bad signature gets 401 and changes nothing', async ({ openAs, vendor, request }) => {
  const lastName = uniqueName('Pear');
  const page = await openAs('Erik Brandt');
  await page.goto('/leads');
  const lead = await vendor.createLead({ ...ERIK, lastName, email: 'p@example.com' });
  await expect(page.getByRole('row', { name: lastName })).toBeVisible();
  const [subscription] = (await vendor.listSubscriptions()).filter(({ topic }) => topic === 'lead/update');
  const body = JSON.stringify({ id: lead.id, topic: 'lead/update', timestamp: new Date().toISOString() });
  const before = await vendor.logSeq();
  const forged: Record<string, string>[] = [
    {},
    { 'x-svc-signature-v2': createHmac('sha256', 'guess').update(body).digest('hex') },
    { 'x-svc-signature': createHmac('sha256', 'guess').update(body).digest('hex') },
  ];
  for (const headers of forged) {
    const answer = await request.post(subscription?.url ?? '', {
      data: body,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect(answer.status()).toBe(401);
    expect(await answer.text()).toBe('');
  }
  await vendor.changeLead(lead.id, { status: 'won' });
  await expect(page.getByRole('row', { name: lastName })).toContainText(/won/i);
  // One read for the real event, none for the forged ones.
  const reads = (await vendor.readLog(before)).filter((entry) => entry.route === 'read');
  expect(reads).toHaveLength(1);
});

test('an unknown webhook address answers 404 and other methods 405', async ({ request }) => {
  expect((await request.post('/api/webhooks/rcv_unknown', { data: '{}' })).status()).toBe(404);
  expect((await request.get('/api/webhooks/rcv_unknown')).status()).toBe(405);
});
