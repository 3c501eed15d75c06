import { afterEach, beforeAll, expect, it } from 'vitest';
import { leadNamed, openLeadForm } from '@/tests/support/desk/lead-form';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { until } from '@/tests/support/desk/until';
import { footprintOf } from './harness/footprint';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import type { HttpResponse } from './harness/send';
import { openWorld, type World } from './harness/world';

/** Access lost while a request is under way is also lost for that request. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  await world.sql.query("update people set disabled_at = null where name = 'Maya Lindqvist'");
  await world.sql.query(mapTo('66b0c4d2e8f1a35790d4d001', '66b0c4d2e8f1a35790d4e101'));
});

const DISABLE = "update people set disabled_at = now() where name = 'Maya Lindqvist'";
const MAP_ELSEWHERE = mapTo('66b0c4d2e8f1a35790d4d002', '66b0c4d2e8f1a35790d4e202');

function mapTo(organizationId: string, agentId: string): string {
  return `update memberships set organization_id = '${organizationId}', agent_id = '${agentId}'
    where person_id = (select id from people where name = 'Maya Lindqvist')`;
}

/** Posts a form of Maya's while an admin's change is being written; it commits before her post completes. */
async function postDuring(change: string, form: PostedForm): Promise<HttpResponse> {
  const admin = await world.sql.connect();
  try {
    await admin.query('begin');
    await admin.query(change);
    const posted = postForm(world.browsers.agent, world.origin, form);
    await until('the post waits for the change', async () => {
      const { rows } = await world.sql.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length > 0;
    });
    await admin.query('commit');
    return await posted;
  } finally {
    admin.release();
  }
}

async function newLead(lastName: string): Promise<PostedForm> {
  const form = await openLeadForm(world.browsers.agent);
  const data = [...form.data(leadNamed(lastName))];
  return {
    path: '/leads/new',
    fields: data.map(([name, value]): [string, string] => [name, String(value)]),
  };
}

/** The form of a lead of Maya's, with a changed family name. */
async function editOf(lastName: string, changed: string): Promise<PostedForm> {
  const { id } = await world.desk.vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    firstName: 'Nils',
    lastName,
    email: `${lastName.toLowerCase()}@example.com`,
    platform: 'other',
    customFields: { companyName: 'Alder' },
  });
  await untilQuiet(world.desk);
  const path = `/leads/${id}/edit`;
  const { text } = await world.browsers.agent.get(path);
  const form = formsOf(text).find(({ fields }) => fields.some(([, value]) => value === lastName));
  if (!form) throw new Error('The page shows no form of the lead.');
  return {
    path,
    fields: form.fields.map(([name, value]) => [name, value === lastName ? changed : value]),
  };
}

const hasLead = async (lastName: string) =>
  (await world.desk.vendor.listLeads()).some((lead) => lead.lastName === lastName);

it('R1d: a new lead of a person disabled during the request is not stored', async () => {
  const form = await newLead('LostDisabled');
  const response = await postDuring(DISABLE, form);
  expect([response.status, response.headers.location]).toEqual([303, expect.stringContaining('signin')]);
  await untilQuiet(world.desk);
  expect(await hasLead('LostDisabled')).toBe(false);
});

it('R1d: a new lead of a person remapped during the request is not stored, and stays as typed', async () => {
  const form = await newLead('LostMapped');
  const { submissions: before } = await footprintOf(world.sql);
  const response = await postDuring(MAP_ELSEWHERE, form);
  expect(response.status).toBe(200);
  expect(response.body).toContain('Your access changed');
  expect(response.body).toContain('value="LostMapped"');
  expect((await footprintOf(world.sql)).submissions).toBe(before);
});

it('R1d: an edit of a person disabled during the request does not reach the portal', async () => {
  const form = await editOf('LostBefore', 'LostAfter');
  const response = await postDuring(DISABLE, form);
  expect([response.status, response.headers.location]).toEqual([303, expect.stringContaining('signin')]);
  await untilQuiet(world.desk);
  expect([await hasLead('LostBefore'), await hasLead('LostAfter')]).toEqual([true, false]);
});

it('R1d: an edit of a person remapped during the request does not reach the portal', async () => {
  const form = await editOf('MappedBefore', 'MappedAfter');
  await postDuring(MAP_ELSEWHERE, form);
  await untilQuiet(world.desk);
  expect([await hasLead('MappedBefore'), await hasLead('MappedAfter')]).toEqual([true, false]);
});
