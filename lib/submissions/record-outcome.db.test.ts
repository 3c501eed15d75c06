import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { jobs } from '@/lib/db/schema/jobs';
import { quarantinedLeads } from '@/lib/db/schema/lead-problems';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { heldClient, queueSubmission } from '@/tests/support/submissions';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[1] });
  for (const statement of [
    // A sequence keeps its count even if the transaction is rolled back.
    sql`create sequence failures`,
    sql`create function fail_at_first() returns trigger language plpgsql as $$
      begin
        if nextval('failures') <= tg_argv[0]::int then raise exception 'the database is not well'; end if;
        return new;
      end $$`,
  ])
    await database.db.execute(statement);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  for (const table of [submissions, leads, jobs]) await database.db.delete(table);
});
afterEach(async () => {
  await database.db.execute(sql`drop trigger if exists ill on submissions`);
  await database.db.execute(sql`drop trigger if exists ill on leads`);
});

/** Makes this many of a submission's next changes out of `sending` fail in the database. */
async function failing(times: number) {
  await database.db.execute(sql`alter sequence failures restart`);
  await database.db.execute(sql`create trigger ill before update on submissions for each row
    when (old.state = 'sending') execute function fail_at_first(${sql.raw(String(times))})`);
}

const remoteLeads = () => portal.vendor<{ id: string }[]>('GET', '/leads');

describe('the service’s response is not lost when the database fails', () => {
  it('a lead that it created is accepted, and created once', async () => {
    const { send, row } = await queueSubmission({ database, portal, viewer });
    await failing(7);
    expect(await send()).toEqual({ kind: 'done' });
    const [remote, ...others] = await remoteLeads();
    expect(others).toEqual([]);
    expect(await row()).toMatchObject({ state: 'accepted', leadId: remote?.id, acceptedBy: 'response' });
  });

  it('a lead whose contents the database cannot store is accepted, and quarantined', async () => {
    const { send, row } = await queueSubmission({ database, portal, viewer });
    await database.db.execute(sql`alter sequence failures restart`);
    await database.db.execute(sql`create trigger ill before insert on leads for each row
      execute function fail_at_first(1000)`);
    await send();
    const [remote] = await remoteLeads();
    expect(await row()).toMatchObject({ state: 'accepted', leadId: remote?.id });
    const [aside] = await database.db.select().from(quarantinedLeads);
    expect(aside).toMatchObject({ leadId: remote?.id });
  });

  it('a lead of which only the number could be written is accepted without a search', async () => {
    const { send, confirm, row } = await queueSubmission({ database, portal, viewer });
    await failing(2);
    await send();
    const [remote] = await remoteLeads();
    expect(await row()).toMatchObject({
      state: 'confirming',
      evidence: { reason: 'created', leadIds: [remote?.id] },
    });
    await confirm();
    expect(await row()).toMatchObject({ state: 'accepted', leadId: remote?.id, acceptedBy: 'response' });
  });

  it('a lead that another submission was matched with goes to a person with its number', async () => {
    const other = await queueSubmission({ database, portal, viewer });
    const { send, confirm, row } = await queueSubmission({ database, portal, viewer });
    const { service, begun, respond } = heldClient(portal.newClient());
    const sending = send({ service });
    await begun;
    const [remote] = await remoteLeads();
    const leadId = remote?.id ?? '';
    await database.db.update(submissions).set({ state: 'accepted', leadId }).where(sql`id = ${other.id}`);
    respond();
    await sending;
    await confirm();
    expect(await row()).toMatchObject({ state: 'review', evidence: { reason: 'taken', leadIds: [leadId] } });
  });

  it('a refusal stays a refusal', async () => {
    const { send, row } = await queueSubmission({ database, portal, viewer });
    await portal.vendor('PATCH', '/fields/platform/options/web-store', { active: false });
    await failing(2);
    await send();
    expect((await row())?.state).toBe('refused');
  });

  it('a submission that was definitely not sent is queued, not searched for', async () => {
    const { send, row } = await queueSubmission({ database, portal, viewer });
    await portal.vendor('PUT', '/faults', { rateLimitedRate: 1, onlyRoutes: ['create'] });
    await failing(2);
    await send();
    expect((await row())?.state).toBe('queued');
  });
});
