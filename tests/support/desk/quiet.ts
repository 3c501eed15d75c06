import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from './desk';
import { until } from './until';

/** The work that confirms mirror and submissions. */
const WORK = "(topic like 'submission.%' or topic = 'lead.refresh')";
/** On PGlite the job table can't be read; instead the service receives no calls for this long. */
const SILENCE_MS = 3_000;

/**
 * Waits until the desk has nothing left to do now: no delivery is on its way, and no sending, confirming or
 * refreshing is due or under way. What is planned for later (a back-off, a further look) does not count.
 *
 * @throws {Error} with what is still open, after `withinMs`
 */
export async function untilQuiet(
  desk: Desk,
  { withinMs = 60_000 }: { withinMs?: number } = {},
): Promise<void> {
  let open = '';
  let seq = -1;
  await until(
    'the desk is quiet',
    async () => {
      open = await findOpenWork(desk);
      const before = seq;
      seq = await desk.vendor.logSeq();
      if (open !== '' || seq !== before) return false;
      // Twice the same: work that queues other work is briefly in neither.
      await pause(desk.sql ? 150 : SILENCE_MS);
      return (await findOpenWork(desk)) === '' && (await desk.vendor.logSeq()) === seq;
    },
    { withinMs, everyMs: 100 },
  ).catch((cause) => {
    throw new Error(`The desk is not quiet after ${withinMs / 1000} s: ${open || 'it calls the service'}.`, {
      cause,
    });
  });
}

/** Makes all work due that is planned for later. PostgreSQL only. */
export async function hurry({ sql }: Desk): Promise<void> {
  if (!sql) throw new Error('Nobody else can move the time of a desk on PGlite.');
  await sql.query(`update jobs set run_at = now() where ${WORK} and dead_at is null and run_at > now()`);
}

/** As if this many minutes had passed for leads that wait for a reread. PostgreSQL only. */
export async function passMinutesForLeads({ sql }: Desk, minutes: number): Promise<void> {
  if (!sql) throw new Error('Nobody else can move the time of a desk on PGlite.');
  const back = (columns: readonly string[]) =>
    columns.map((column) => `${column} = ${column} - interval '${minutes} minutes'`).join(', ');
  await sql.query(`update webhook_deliveries set ${back(['first_at', 'last_at'])}`);
  await sql.query(`update jobs set ${back(['run_at', 'requested_at'])} where topic = 'lead.refresh'`);
}

async function findOpenWork({ vendor, sql }: Desk): Promise<string> {
  const waiting = (await vendor.listDeliveries()).filter(({ state }) => state === 'waiting');
  if (waiting.length > 0) return `${waiting.length} deliveries on their way`;
  if (!sql) return '';
  const { rows } = await sql.query<{ topic: string; key: string }>(
    `select topic, key from jobs where ${WORK} and dead_at is null
      and (lease is not null or run_at <= now() or (topic = 'lead.refresh' and run_at <= now() + interval '3 seconds'))`,
  );
  return rows.map(({ topic, key }) => `${topic} ${key}`).join(', ');
}
