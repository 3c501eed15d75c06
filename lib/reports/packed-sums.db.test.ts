import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { bucketOf } from '@/lib/answer-clock/bucket';
import type { Database } from '@/lib/db/handle';
import { MIGRATIONS } from '@/lib/db/migrate';
import { answerSpans } from '@/lib/db/schema/answer-clock';
import { leads } from '@/lib/db/schema/leads';
import { freshDatabase } from '@/tests/support/database';
import { afterRandomLives } from '@/tests/support/random-lives';

/** A desk of the version before counts were packed is updated. */

const PACKED = '0023';
const HOUR_MS = 3_600_000;

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await database.db.execute(sql`drop schema public cascade`);
  await database.db.execute(sql`create schema public`);
  await migrate((number) => number < PACKED);
});
afterAll(() => database.close());

async function migrate(isMeant: (number: string) => boolean): Promise<void> {
  const files = readdirSync(MIGRATIONS.migrationsFolder).filter(
    (name) => name.endsWith('.sql') && isMeant(name.slice(0, PACKED.length)),
  );
  for (const name of files.sort()) {
    const text = readFileSync(join(MIGRATIONS.migrationsFolder, name), 'utf8');
    await database.db.transaction(async (tx) => {
      for (const statement of text.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement));
    });
  }
}

/** Times of several agents, organizations and weeks, some of them taken back. */
async function addTimes(): Promise<void> {
  const spans = Array.from({ length: 60 }, (_, index) => ({
    ...{ leadId: `lead-${index}`, endedAt: new Date(Date.UTC(2026, 2, 2) + index * HOUR_MS) },
    ...{ organizationId: `org-${index % 2}`, agentId: `agent-${index % 3}` },
    ...(index % 4 === 0
      ? { kind: 'status' as const, status: 'won' }
      : { kind: 'answer' as const, status: '' }),
    week: index % 5 === 0 ? '2026-03-02' : '2026-03-09',
    bucket: bucketOf(2 ** (index % 20) * 30_000),
  }));
  await database.db.insert(answerSpans).values(spans);
  await database.db.delete(answerSpans).where(sql`${answerSpans.leadId} like '%7'`);
}

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });
const rowsOf = async (query: SQL) => rowsSchema.parse(await database.db.execute(query)).rows;

/** As desks of the version before read it. */
const kept = async () => ({
  counts:
    await rowsOf(sql`select organization_id, unit, start::text, agent_id, status, count::int from agent_sums
    where count <> 0 order by 1, 2, 3, 4, 5`),
  values:
    await rowsOf(sql`select organization_id, unit, start::text, agent_id, sum(value)::float8 as value from agent_sums
    group by 1, 2, 3, 4 having sum(value) <> 0 order by 1, 2, 3, 4`),
  times:
    await rowsOf(sql`select organization_id, agent_id, kind, status, week::text, bucket::int, count from answer_times
    where count <> 0 order by 1, 2, 3, 4, 5, 6`),
  timesTogether: await rowsOf(sql`select organization_id, kind, status, week::text, bucket::int, count
    from organization_times where count <> 0 order by 1, 2, 3, 4, 5`),
});

const units = sql`(select *, date_trunc(unit, submitted_at at time zone 'UTC')::date::text as start
  from ${leads}, (values ('day'), ('week')) units (unit) where deleted_at is null) as counted`;
const recounted = async () => ({
  counts:
    await rowsOf(sql`select organization_id, unit, start, agent_id, status, count(*)::int as count from ${units}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`),
  values:
    await rowsOf(sql`select organization_id, unit, start, agent_id, sum(value)::float8 as value from ${units}
    group by 1, 2, 3, 4 having sum(value) <> 0 order by 1, 2, 3, 4`),
  times:
    await rowsOf(sql`select organization_id, agent_id, kind, status, week::text, bucket::int, count(*)::int as count
    from ${answerSpans} group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`),
  timesTogether:
    await rowsOf(sql`select organization_id, kind, status, week::text, bucket::int, count(*)::int as count
    from ${answerSpans} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`),
});

it('an update keeps all figures as they were, equal to a recount before and after, and what happens then is counted too', async () => {
  await afterRandomLives(database.db, async () => {});
  await addTimes();
  const before = await kept();
  expect(before.times.length).toBeGreaterThan(20);
  expect(before.counts.length).toBeGreaterThan(2);
  expect(before).toEqual(await recounted());

  await migrate((number) => number === PACKED);
  expect(await kept()).toEqual(before);

  await afterRandomLives(database.db, async () => expect(await kept()).toEqual(await recounted()));
});
