import 'server-only';
import { type Env, env } from '@/lib/core/env';
import { singleton } from '@/lib/core/singleton';
import { type Database, database } from '@/lib/db/handle';
import { isWorking, readLastHeartbeat } from '@/lib/jobs/queue-state';
import { readTables } from './database-checks';

const CACHED_MS = 1_000;

type Unhealthy = 'database unavailable' | 'database takes no writes';

/** Why this process cannot do its part: what it needs of the database, from the first that is missing. */
export type Unready = Unhealthy | 'tables of an older version' | 'no worker';

/** What keeps the database from being read or written; undefined if nothing does. Takes at most about four seconds. */
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
  if (applied < known) return 'tables of an older version';
  if (settings.WORKER === 'off' || isWorking(await readLastHeartbeat(db), now)) return undefined;
  return 'no worker';
}

type Cached = { until: number; found?: Promise<Unready | undefined> };

/** The same of this process, read at most once a second however many ask. */
export function readReadiness(): Promise<Unready | undefined> {
  const cached = singleton('readiness', (): Cached => ({ until: 0 }));
  if (!cached.found || performance.now() > cached.until) {
    cached.until = performance.now() + CACHED_MS;
    cached.found = findUnready(database(), { settings: env(), now: new Date() }).catch(
      () => 'database unavailable',
    );
  }
  return cached.found;
}

/** 200, or 503 with the reason: for load balancers, orchestrators and start scripts. */
export function toHealthResponse(problem: Unready | undefined): Response {
  if (problem === undefined) return Response.json({ status: 'ok' });
  return Response.json({ status: problem }, { status: 503, headers: { 'Retry-After': '5' } });
}
