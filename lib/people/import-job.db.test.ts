import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog, deskSettings } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { claim } from '@/lib/jobs/claim';
import { freshDatabase } from '@/tests/support/database';
import { importPeople } from './import';
import { findLastImport, PEOPLE_IMPORT, runImport, startImport } from './import-job';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [people, agents, organizations, jobs, deskSettings]) await database.db.delete(table);
});

const NOW = new Date('2026-03-04T05:06:07Z');
const by = { personId: 'per_admin', email: 'admin@vendor.example' };
const HEAD = 'email,name,organizationId,organizationName,agentId,agentName,role';
const fileOf = (count: number) =>
  [HEAD, ...Array.from({ length: count }, (_, n) => `p${n}@x.example,P ${n},org-1,,a-${n},,agent`)].join(
    '\n',
  );

const start = async (count: number) => {
  const csv = fileOf(count);
  const checked = await importPeople(database.db, { csv, dryRun: true });
  return startImport(database.db, { csv, checked, by, now: NOW });
};

/** A clock on which a run is over after its first transaction. */
function shortRun() {
  let minutes = 0;
  return () => {
    minutes += 1;
    return new Date(NOW.getTime() + minutes * 60_000);
  };
}

async function run(clock: () => Date) {
  const [job] = await claim(database.db, { topics: [PEOPLE_IMPORT], limit: 1, lease: 'lea_1', now: NOW });
  if (!job) throw new Error('there is no job');
  return { job, outcome: await runImport(database.db, { job, clock }) };
}

it('imports some people at a time, and says how far it is', async () => {
  await start(500);
  const { job, outcome } = await run(shortRun());
  expect(outcome.kind).toBe('repeat');
  expect(await findLastImport(database.db)).toMatchObject({
    total: 500,
    counts: { added: 50, changed: 0, same: 0, wrong: 0 },
  });
  expect(await database.db.$count(people)).toBe(50);
  // Another process takes over, and the first one goes on as if it still held the job.
  const clock = () => NOW;
  const both = [0, 1].map(() => runImport(database.db, { job, clock }));
  expect(await Promise.all(both)).toEqual([{ kind: 'done' }, { kind: 'done' }]);
  expect(await findLastImport(database.db)).toMatchObject({
    counts: { added: 500, changed: 0, same: 0, wrong: 0 },
  });
  expect(await database.db.$count(memberships)).toBe(500);
  const audited = await database.db.select().from(auditLog).where(eq(auditLog.event, 'people.imported'));
  expect(audited).toMatchObject([{ ...by, subject: '500 lines', detail: { added: 500, changed: 0 } }]);
});

it('is refused while another one is under way', async () => {
  const [first, second] = await Promise.all([start(3), start(3)]);
  expect([first, second].filter((id) => id !== undefined)).toHaveLength(1);
  await run(() => NOW);
  expect(await start(3)).toBeDefined();
});

it('can be started after one whose job was given up', async () => {
  await start(3);
  await database.db.update(jobs).set({ deadAt: NOW });
  const second = await start(3);
  expect(await database.db.select({ key: jobs.key }).from(jobs)).toEqual([{ key: second }]);
});

it('refuses a row that contradicts what the desk has learned since the check, and imports the others', async () => {
  await start(3);
  await database.db.insert(organizations).values({ id: 'org-2' });
  await database.db.insert(agents).values({ organizationId: 'org-2', id: 'a-1' });
  expect((await run(() => NOW)).outcome).toEqual({ kind: 'done' });
  expect(await findLastImport(database.db)).toMatchObject({
    counts: { added: 2, changed: 0, same: 0, wrong: 1 },
    lines: [
      { line: 3, outcome: 'wrong', problems: [{ column: 'agentId', fault: 'elsewhere' }] },
      { line: 2, outcome: 'added' },
      { line: 4, outcome: 'added' },
    ],
  });
});
