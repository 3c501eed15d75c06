import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '@/tests/support/desk/until';
import { footprintOf } from './harness/footprint';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { type Actor, openWorld, type World } from './harness/world';

let world: World;
/** Agents of Maya's organization and of others, and leads of others. */
let strangers: { agentIds: string[]; names: string[] };
beforeAll(async () => {
  world = await openWorld();
  const others = await world.sql.query<{ agentId: string; name: string }>(
    `select distinct l.agent_id as "agentId", l.last_name as name from leads l
     where l.last_name <> '' and not exists (select from memberships m join people p on p.id = m.person_id
       where p.name = 'Maya Lindqvist' and m.organization_id = l.organization_id and m.agent_id = l.agent_id)`,
  );
  const own = await world.sql.query<{ name: string }>(
    `select l.last_name as name from leads l join memberships m on m.agent_id = l.agent_id
     join people p on p.id = m.person_id where p.name = 'Maya Lindqvist'`,
  );
  const hers = new Set(own.rows.map(({ name }) => name));
  strangers = {
    agentIds: others.rows.map(({ agentId }) => agentId),
    names: others.rows.map(({ name }) => name).filter((name) => !hers.has(name)),
  };
});
beforeEach(() => world.sql.query('delete from rate_limits'));

const ALL = { format: 'csv', columns: 'all' };

function ask(fields: Record<string, string> | string, as: Actor = 'agent'): Promise<HttpResponse> {
  return send({
    origin: world.origin,
    path: '/leads/export/file',
    method: 'POST',
    headers: {
      cookie: world.browsers[as].cookies(),
      origin: world.origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
}

describe('hostile row 63: an export of more than one may see', () => {
  it('whatever is asked for, an agent’s file has their own leads alone', async () => {
    expect(strangers.names.length).toBeGreaterThan(0);
    const whole = await ask(ALL);
    expect(whole.status).toBe(200);
    expect(indiscretionOf(whole, strangers.names)).toBeUndefined();
    for (const agent of strangers.agentIds.slice(0, 5)) {
      const { status, body } = await ask({ ...ALL, agent });
      expect(status).toBe(200);
      expect(body.trim().split('\r\n')).toHaveLength(1);
    }
    for (const q of strangers.names.slice(0, 5)) {
      expect(indiscretionOf(await ask({ ...ALL, q }), strangers.names)).toBeUndefined();
      await world.sql.query('delete from rate_limits');
    }
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['another format', 'format=exe&columns=all'],
    ['other columns', 'format=csv&columns=password'],
    ['a format twice', 'format=csv&format=xlsx&columns=all'],
    ['NUL', 'format=csv&columns=all&status=%00'],
    ['a search of a megabyte', `format=csv&columns=all&q=${'a'.repeat(1_000_000)}`],
  ])('%s is refused, and nothing is noted', async (_, body) => {
    const before = await footprintOf(world.sql);
    const { status } = await ask(body);
    expect([400, 413]).toContain(status);
    const { rate_limits: _limits, ...after } = await footprintOf(world.sql);
    expect(after).toEqual({ ...before, rate_limits: undefined });
  });

  it.each(['%ED%A0%80', 'won%0d%0aX-Evil:%201', '%27%3B%20drop%20table%20leads'])(
    'a status of %s finds nothing or is ignored, and adds no header',
    async (status) => {
      const response = await ask(`format=csv&columns=shown&status=${status}`);
      expect(response.status).toBe(200);
      expect(response.headers['x-evil']).toBeUndefined();
    },
  );

  it('a lead whose name calculates is a text in the file', async () => {
    const lastName = '=HYPERLINK("http://evil.example","x")';
    const { rows } = await world.sql.query<{ organizationId: string; agentId: string }>(
      `select m.organization_id as "organizationId", m.agent_id as "agentId" from memberships m
       join people p on p.id = m.person_id where p.name = 'Maya Lindqvist'`,
    );
    const [maya] = rows;
    await world.desk.vendor.createLead({
      lastName,
      email: 'evil@evil.example',
      partnerOrganizationId: maya?.organizationId,
      agentId: maya?.agentId,
    });
    await until('the lead is known', async () => {
      const found = await world.sql.query('select 1 from leads where last_name = $1', [lastName]);
      return found.rows.length > 0;
    });
    const { body } = await ask(ALL);
    expect(body).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
  });

  it('each is in the audit log, and their number is limited', async () => {
    const count = async () =>
      (await world.sql.query("select 1 from audit_log where event = 'leads.exported'")).rows.length;
    const before = await count();
    const answers: HttpResponse[] = [];
    for (let time = 0; time < 12; time += 1) answers.push(await ask(ALL));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.body).toMatch(/wait \d+ seconds?/i);
    expect((await count()) - before).toBe(statuses.filter((status) => status === 200).length);
  });
});
