import { expect, test, uniqueName } from './fixtures';
import { MAYA } from './lead-list';

test('a status changed in the portal changes on the open dashboards of agent and manager, and on no other', {
  tag: '@embedded',
}, async ({ openAs, vendor }) => {
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
