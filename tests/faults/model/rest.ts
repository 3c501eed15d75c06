import { DatabaseError } from 'pg';
import { isPageLength } from '@/lib/sync/suspects';
import { NO_FAULTS } from '@/sandbox/controls';
import type { Desk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';
import type { Verdict } from '../../support/invariants/verdict';
import type { Run } from './run';
import { vendorMoves } from './vendor-moves';

/** After this, everything in flight at the end of the last disturbance has arrived. In milliseconds. */
const ARRIVED_MS = 3_000;
/** Longer than the ten minutes in which a submission is confirmed. */
const STEP_MINUTES = 11;
const WITHIN_MS = 90_000;
const EVERY_MS = 1_000;
/** The work that confirms mirror and submissions; other work recurs for ever. */
const WORK = "(topic like 'submission.%' or topic = 'lead.refresh')";

/**
 * Ends all faults that are still on, and waits until the desk is idle: everything sent and confirmed, the whole
 * list read once more. Confirming and backoff times are skipped by moving them in the database.
 */
export async function comeToRest(run: Run): Promise<Verdict> {
  const { desk } = run;
  const { stuck } = run.journal;
  await heal(desk);
  const healedAt = Date.now();
  await until('what was on its way has arrived', () => Date.now() > healedAt + ARRIVED_MS);
  // A class may be closed for long; a run does not wait for that.
  await desk.sql?.query('delete from service_shared_state');
  let open: string[] = [];
  let isSynced = false;
  const isAtRest = async () => {
    open = await findOpen(desk);
    if (open.length === 0 && isSynced) return true;
    if (open.length === 0 && (await leavePageLength(run))) return false;
    if (open.length === 0) isSynced = await fullSyncOnce(desk);
    else await passTime(desk);
    return false;
  };
  const failure = await until('the desk is at rest', isAtRest, {
    withinMs: WITHIN_MS,
    everyMs: EVERY_MS,
  }).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const dead = await listDead(desk);
  const violations = [...(failure ? [failure, ...open] : []), ...dead, ...stuck];
  return {
    id: 'I0',
    title: 'comes to rest',
    counts: {
      'seconds after the last fault': Math.round((Date.now() - healedAt) / 1000),
      'dead jobs': dead.length,
      'starts that hung': stuck.length,
    },
    violations,
  };
}

async function heal({ vendor, webs, workers, serviceProxy, databaseProxy }: Desk): Promise<void> {
  for (const process of [...webs, ...workers]) process.thaw();
  serviceProxy.heal();
  databaseProxy?.heal();
  await vendor.setFaults(NO_FAULTS);
  await vendor.setSettings({ requestsPerSecond: 0 });
  await vendor.releaseDeliveries();
}

/** No command of a plan has this number. */
const EXTRA_LEAD = 1_000_000;

/**
 * Adds a lead if the portal holds as many as fit on a typical page, and says whether it did: a list of exactly
 * 100 leads that names no next page may be cut off, and the desk rightly never takes it for complete.
 */
async function leavePageLength(run: Run): Promise<boolean> {
  const { length } = await run.desk.vendor.listLeads();
  if (!isPageLength(length)) return false;
  await vendorMoves().create(run, { kind: 'vendor-create', at: 0, number: EXTRA_LEAD + length });
  return true;
}

/** All unfinished work, as text. */
async function findOpen({ vendor, sql }: Desk): Promise<string[]> {
  const waiting = (await vendor.listDeliveries()).filter(({ state }) => state === 'waiting');
  const found = await sql?.query<{ open: string }>(
    `select topic || ' ' || key || ': ' || coalesce(last_error, 'never failed') as open
       from jobs where dead_at is null and ${WORK}
      union all
     select id || ' is ' || state from submissions where state in ('queued', 'sending', 'confirming')`,
  );
  return [
    ...(waiting.length > 0 ? [`${waiting.length} deliveries are on their way`] : []),
    ...(found?.rows ?? []).map(({ open }) => open),
  ];
}

/**
 * The times the desk stored of its work and requests. Attempts before full syncs: one that began before
 * an attempt must never appear to have begun after it.
 */
const TIMES = [
  ['submissions', ['first_attempted_at', 'attempted_at']],
  ['full_syncs', ['started_at', 'finished_at']],
  ['webhook_deliveries', ['first_at', 'last_at']],
  ['leads', ['read_started_at', 'confirmed_at']],
] as const;

/** Lets eleven minutes pass for the desk, if any of its work waits for later. */
async function passTime({ sql }: Desk): Promise<void> {
  const waiting = await sql?.query(
    `select 1 from jobs where ${WORK} and dead_at is null and lease is null and run_at > now() limit 1`,
  );
  if (!waiting?.rows.length) return;
  const back = (columns: readonly string[]) =>
    columns.map((column) => `${column} = ${column} - interval '${STEP_MINUTES} minutes'`).join(', ');
  for (const [table, columns] of TIMES) await untilDone(sql, `update ${table} set ${back(columns)}`);
  await untilDone(sql, `update jobs set ${back(['requested_at', 'run_at'])} where ${WORK}`);
}

const DEADLOCK = '40P01';

/** An update of all rows may be the one that the database aborts to resolve a deadlock with a worker. */
async function untilDone(sql: Desk['sql'], statement: string): Promise<void> {
  for (;;) {
    try {
      await sql?.query(statement);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== DEADLOCK) throw error;
    }
  }
}

/** Requests one more complete read of the list, and returns whether one began since and is complete. */
async function fullSyncOnce(desk: Desk): Promise<boolean> {
  const { sql } = desk;
  if (!sql) return true;
  const { rows } = await sql.query<{ now: Date }>('select now() as now');
  const requestedAt = rows[0]?.now;
  await until(
    'a last full sync is complete',
    async () => {
      await sql.query(
        "update jobs set run_at = now() where topic = 'full-sync' and run_at > now() and lease is null",
      );
      const done = await sql.query("select 1 from full_syncs where state = 'complete' and started_at > $1", [
        requestedAt,
      ]);
      return done.rows.length > 0;
    },
    { withinMs: 30_000, everyMs: 300 },
  ).catch(async (error: unknown) => {
    throw new Error(`${String(error)} ${(await describeFullSyncs(sql)).join('; ')}`);
  });
  return true;
}

/** Why the last full sync may not be complete: its job, what it waits for, and the last full syncs. */
async function describeFullSyncs(sql: NonNullable<Desk['sql']>): Promise<string[]> {
  const { rows } = await sql.query<{ story: string }>(
    `(select 'job ' || row_to_json(j)::text as story from jobs j where ${WORK} or topic = 'full-sync' limit 20)
      union all
     (select 'full sync ' || row_to_json(s)::text from (select * from full_syncs order by started_order desc limit 3) s)`,
  );
  return rows.map(({ story }) => story);
}

async function listDead({ sql }: Desk): Promise<string[]> {
  const dead = await sql?.query<{ story: string }>(
    `select topic || ' ' || key || ': ' || coalesce(last_error, '') as story from jobs where dead_at is not null`,
  );
  return (dead?.rows ?? []).map(({ story }) => `gave up ${story}`);
}
