import { expect, test, uniqueName } from './fixtures';
import { MAYA, streamOpened } from './lead-list';

test('a status changed in the portal changes on the open dashboards of agent and manager, and on no other', async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Elder');
  const agent = await openAs('Maya Lindqvist');
  await agent.goto('/leads');
  const manager = await openAs('Ines Carvalho');
  await manager.goto('/leads');
  const colleague = await openAs('Tom Okafor');
  await colleague.goto('/leads');
  const stranger = await openAs('Erik Brandt');
  await stranger.goto('/leads');

  const lead = await vendor.createLead({ ...MAYA, firstName: 'Ada', lastName, email: 'ada@example.com' });
  for (const page of [agent, manager]) {
    await expect(page.getByRole('row', { name: lastName })).toContainText(/pending/i);
  }
  await vendor.changeLead(lead.id, { status: 'qualified' });
  for (const page of [agent, manager]) {
    await expect(page.getByRole('row', { name: lastName })).toContainText(/qualified/i);
  }
  for (const page of [colleague, stranger]) {
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByText(lastName)).toHaveCount(0);
  }
});

test('a page just opened is not read again until something changes', async ({ openAs, vendor }) => {
  const lastName = uniqueName('Dogwood');
  const page = await openAs('Maya Lindqvist');
  await page.goto('/leads');
  const reads: number[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).searchParams.has('_rsc')) reads.push(Date.now());
  });
  const streamed = streamOpened(page);
  await page.goto('/leads');
  await streamed;
  await expect(page.getByRole('table')).toBeVisible();
  const changedAt = Date.now();
  await vendor.createLead({ ...MAYA, firstName: 'Ed', lastName, email: 'ed@example.com' });
  await expect(page.getByRole('row', { name: lastName })).toBeVisible();
  expect(reads.filter((at) => at < changedAt)).toEqual([]);
});

test('a lead deleted in the portal leaves the list and its page says so', async ({ openAs, vendor }) => {
  const lastName = uniqueName('Fir');
  const page = await openAs('Maya Lindqvist');
  await page.goto('/leads');
  const lead = await vendor.createLead({ ...MAYA, firstName: 'Ben', lastName, email: 'ben@example.com' });
  await expect(page.getByRole('row', { name: lastName })).toBeVisible();
  await vendor.deleteLead(lead.id);
  await expect(page.getByRole('row', { name: lastName })).toHaveCount(0);
  await page.goto(`/leads/${lead.id}`);
  await expect(page.getByText(/deleted|no longer in the portal/i).first()).toBeVisible();
});

test('the lead page shows a status change as it happens, with when and from what to what', async ({
  openAs,
  vendor,
}) => {
  const lastName = uniqueName('Gorse');
  const page = await openAs('Maya Lindqvist');
  await page.goto('/leads');
  const lead = await vendor.createLead({ ...MAYA, firstName: 'Cy', lastName, email: 'cy@example.com' });
  await page.getByRole('link', { name: lastName }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName);
  await vendor.changeLead(lead.id, { status: 'Awaiting legal' });
  const newest = page
    .getByRole('region', { name: /history/i })
    .getByRole('listitem')
    .first();
  await expect(newest).toContainText('Awaiting legal');
  await expect(newest).toContainText(/pending/i);
});
