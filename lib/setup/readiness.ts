import 'server-only';
import type { Env } from '@/lib/core/env';
import type { Database } from '@/lib/db/handle';
import { isWorking, readLastHeartbeat } from '@/lib/jobs/queue-state';
import { readTables } from './database-checks';

type Unhealthy = 'database unavailable' | 'database takes no writes';

/** Why this process cannot do its part: what it needs of the database, from the first that is missing. */
export type Unready = Unhealthy | 'tables of another version' | 'no worker';

/** What keeps the database from being read or written; undefined if nothing does. Takes at most about two seconds. */
export async function findUnhealthy(open: Promise<Database>): Promise<Unhealthy | undefined> {
  const found = await open.catch(() => undefined);
  if (!(await found?.answers())) return 'database unavailable';
  return (await found?.canWrite()) ? undefined : 'database takes no writes';
}

/**
 * What keeps this desk from doing all of its work; undefined if nothing does. A process that only serves pages
 * (`WORKER=off`) is ready without a worker: it stores leads, and without it there would not even be a page.
 */
export async function findUnready(
  open: Promise<Database>,
  { settings, now }: { settings: Pick<Env, 'WORKER'>; now: Date },
): Promise<Unready | undefined> {
  const unhealthy = await findUnhealthy(open);
  if (unhealthy) return unhealthy;
  const { db } = await open;
  const { applied, known } = await readTables(db);
  if (applied !== known) return 'tables of another version';
  if (settings.WORKER === 'off' || isWorking(await readLastHeartbeat(db), now)) return undefined;
  return 'no worker';
}

/** 200, or 503 with the reason: for load balancers, orchestrators and start scripts. */
export function toHealthResponse(problem: Unready | undefined): Response {
  if (problem === undefined) return Response.json({ status: 'ok' });
  return Response.json({ status: problem }, { status: 503, headers: { 'Retry-After': '5' } });
}
