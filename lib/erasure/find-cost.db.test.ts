import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { addLeadsInBulk } from '@/tests/support/bulk-leads';
import { freshDatabase } from '@/tests/support/database';
import { measureWork } from '@/tests/support/plans';
import { addManagerWithAgents } from '@/tests/support/rows';
import { findTraces } from './traces';

/**
 * What an erasure reads, by the plans of its queries: what belongs to an address is found by it, whatever the number of
 * leads.
 */

const EMAIL = 'erasable@person.example';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  const { manager, many, few } = await addManagerWithAgents(database.db);
  const agents = { many: many.membership.agentId, few: few.membership.agentId };
  const { organizationId } = manager.membership;
  await addLeadsInBulk(database.db, { organizationId, agents, count: 5_000 });
  const [one] = await database.db.select({ id: leads.id }).from(leads).limit(1);
  await database.db
    .update(leads)
    .set({ knownEmail: EMAIL })
    .where(eq(leads.id, one?.id ?? ''));
  await database.db.execute(sql`insert into timeline (lead_id, at, kind, detail)
    select 'lead-' || n, now(), 'fields-changed', '{"fields": []}' from generate_series(1, 5000) n`);
  await database.db.execute(sql`analyze timeline`);
}, 120_000);
afterAll(() => database.close());

it.each(['leads', 'submissions', 'timeline'])('reads few rows of %s', async (table) => {
  const work = await measureWork(database, {
    table,
    read: async (tx) => {
      const found = await findTraces(tx, { text: EMAIL, ticked: [] });
      expect(found.leads).toHaveLength(1);
    },
  });
  expect(work.rowsRead).toBeLessThan(10);
});
